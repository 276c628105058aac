import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../../testing/property-samples.ts";
import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";
import { findCategory } from "../../../domain/transactions/categories.ts";
import { TEST_USERS } from "../accounts/account-plan.ts";
import { SANDBOX_INSTITUTIONS } from "../catalogue/index.ts";
import { type Household, householdOf } from "./household.ts";
import { balancesAfter, movementsIn } from "./month.ts";
import type { Movement } from "./movement.ts";

const anyMonth = fc.record({
  bank: fc.constantFrom(...SANDBOX_INSTITUTIONS),
  person: fc.string({ maxLength: 20 }),
  like: fc.constantFrom(...TEST_USERS),
  month: fc.integer({ min: 2022 * 12, max: 2034 * 12 }),
});

const eachMonth = (
  look: (household: Household, movements: Movement[], month: number) => void,
): void =>
  fc.assert(
    fc.property(anyMonth, ({ bank, person, like, month }) => {
      const household = householdOf(bank, person, like);
      look(household, movementsIn(household, month), month);
    }),
    { numRuns: samples(300), examples: [[monthThatNeedsReserves()]] },
  );

/** In this month the rent, bills and most purchases come before the first wages. */
function monthThatNeedsReserves() {
  const bank = SANDBOX_INSTITUTIONS.find(
    ({ institution }) => institution.name === "Houndstooth Bank",
  );
  if (!bank) throw new Error("there is a Houndstooth Bank");
  return { bank, person: "hzwqefjaanh", like: "user_ewa_user" as const, month: 24_385 };
}

describe("anyone's month", () => {
  test("a month's movements lead from the balances before it to those after it", () => {
    eachMonth((household, movements, month) => {
      const after = balancesAfter(household, month);
      const invested = household.investments.map(({ name }) => name);
      for (const [account, before] of balancesAfter(household, month - 1)) {
        // Other tests cover an investment account's value: ../investments/portfolio.test.ts.
        if (invested.includes(account)) continue;
        const change = bookedOn(account, movements).reduce((sum, { cents }) => sum + cents, 0);
        expect(after.get(account)).toBe(before + change * signOf(household, account));
      }
    });
  });

  test("no month ends with an overdrawn account or a card over its limit", () => {
    eachMonth((household, movements, month) => {
      for (const [account, before] of balancesAfter(household, month - 1)) {
        const limit = household.cards.find(({ name }) => name === account)?.limit ?? Infinity;
        let balance = before;
        for (let day = firstDayOf(month); day <= lastDayOf(month); day++) {
          const change = bookedOn(account, movements).filter((movement) => movement.day === day);
          balance += change.reduce((sum, { cents }) => sum + cents, 0) * signOf(household, account);
          expect(balance).toBeGreaterThanOrEqual(0);
          expect(balance).toBeLessThanOrEqual(limit);
        }
      }
    });
  });

  test("a month's movements are booked within it, in whole cents, with unique keys and valid categories", () => {
    eachMonth((_, movements, month) => {
      expect(new Set(movements.map(({ key }) => key)).size).toBe(movements.length);
      for (const { cents, day, seenAt, story } of movements) {
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).not.toBe(0);
        expect(day).toBeGreaterThanOrEqual(firstDayOf(month));
        expect(day).toBeLessThanOrEqual(lastDayOf(month));
        if (seenAt !== null) expect(seenAt).toBeLessThan(day * 1440);
        expect(findCategory(story.categoryId)).not.toBeNull();
      }
    });
  });

  test("a transfer between own accounts has two sides with the same amount and day", () => {
    eachMonth((household, movements, month) => {
      const sides = movements.filter(
        ({ story }) => story.meta.payment_method === "internal transfer",
      );
      if (balancesAfter(household, month).size > 1) expect(sides.length).toBeGreaterThan(0);
      const outs = sides.filter(({ key }) => key.endsWith(" out"));
      expect(outs.length * 2).toBe(sides.length);
      for (const out of outs) {
        const other = sides.find(({ key }) => key === out.key.replace(/out$/, "in"));
        expect(other).toMatchObject({ cents: -out.cents, day: out.day });
        expect(other?.account).not.toBe(out.account);
      }
    });
  });

  test("a month is the same each time", () => {
    eachMonth((household, movements, month) => {
      expect(movementsIn(household, month)).toEqual(movements);
    });
  });
});

test("two years of a household have every kind of movement", () => {
  const [bank] = SANDBOX_INSTITUTIONS;
  if (!bank) throw new Error("there are institutions");
  const household = householdOf(bank, "user_good", "user_good");
  const movements = Array.from({ length: 24 }, (_, at) => 2024 * 12 + at).flatMap((month) =>
    movementsIn(household, month),
  );
  const categories = new Set(movements.map(({ story }) => story.categoryId));
  for (const id of ["16001001", "13003001", "18002001", "18002002", "18003000", "17001000"])
    expect(categories).toContain(id);
  for (const id of ["11001001", "17002000", "17003001", "24001001", "24001002", "21001001"])
    expect(categories).toContain(id);
  expect(categories.size).toBeGreaterThan(45);
  expect(movements.length).toBeGreaterThan(1200);
  expect(movements.some(({ authorized }) => authorized?.currency === "GBP")).toBe(true);
  expect(movements.some(({ isDropped }) => isDropped)).toBe(true);
  expect(movements.some(({ key, cents }) => key.endsWith("refund") && cents < 0)).toBe(true);
  expect(new Set(movements.map(({ story }) => story.owner)).size).toBe(3);
  const interest = movements.filter(({ story }) => story.categoryId === "18001000");
  expect(new Set(interest.map(({ story }) => story.name))).toEqual(new Set(["Interest charged"]));
});

function bookedOn(account: string, movements: readonly Movement[]): Movement[] {
  return movements.filter((movement) => movement.account === account && !movement.isDropped);
}

/** An outflow lowers an asset, but raises a debt. */
function signOf({ cards, loans }: Household, account: string): 1 | -1 {
  return [...cards, ...loans].some(({ name }) => name === account) ? 1 : -1;
}
