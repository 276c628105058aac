import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../../testing/property-samples.ts";
import { firstDayOf, lastDayOf, toMonth } from "../../../domain/calendar.ts";
import { unstoredLogin } from "../../../domain/connectors/unstored-login.fixture.ts";
import { findCategory } from "../../../domain/transactions/categories.ts";
import { SANDBOX_INSTITUTIONS } from "../catalogue/index.ts";
import { createSandboxConnector } from "../connector.ts";
import type { Movement } from "../transactions/movement.ts";
import { listPaydays } from "../transactions/paydays.ts";
import { type Borrower, makeBorrower } from "./borrower.ts";
import { borrowerBalancesAfter, borrowerMovementsIn } from "./borrower-month.ts";
import { BORROWER_USERS, type BorrowerUser } from "./borrower-users.ts";

const START = Date.UTC(2026, 0, 15, 12);

const anyMonth = fc.record({
  bank: fc.constantFrom(...SANDBOX_INSTITUTIONS),
  user: fc.constantFrom(...BORROWER_USERS),
  month: fc.integer({ min: 2022 * 12, max: 2034 * 12 }),
});
const eachMonth = (
  look: (borrower: Borrower, movements: Movement[], month: number) => void,
  numRuns = 200,
): void =>
  fc.assert(
    fc.property(anyMonth, ({ bank, user, month }) => {
      const borrower = makeBorrower(bank, user, user);
      look(borrower, borrowerMovementsIn(borrower, month), month);
    }),
    { numRuns },
  );

const [bank] = SANDBOX_INSTITUTIONS;
if (!bank) throw new Error("there are institutions");
const twoYearsOf = (user: BorrowerUser) => {
  const borrower = makeBorrower(bank, user, user);
  return Array.from({ length: 24 }, (_, at) => 2024 * 12 + at).flatMap((month) =>
    borrowerMovementsIn(borrower, month),
  );
};
const has = (movements: Movement[], pattern: RegExp) =>
  movements.some(({ story }) => pattern.test(story.statement));

describe("a borrower's month", () => {
  test("leads from the balances before it to those after it", () => {
    eachMonth((borrower, movements, month) => {
      const after = borrowerBalancesAfter(borrower, month);
      for (const [account, before] of borrowerBalancesAfter(borrower, month - 1)) {
        const change = movements
          .filter((movement) => movement.account === account && !movement.isDropped)
          .reduce((sum, { cents }) => sum + cents, 0);
        const sign = account === borrower.card?.name ? 1 : -1;
        expect(after.get(account)).toBe(before + change * sign);
      }
    });
  });

  test("a borrower's month has unique keys, whole cents, days within it and valid categories", () => {
    eachMonth((_, movements, month) => {
      expect(new Set(movements.map(({ key }) => key)).size).toBe(movements.length);
      for (const { cents, day, story } of movements) {
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).not.toBe(0);
        expect(day).toBeGreaterThanOrEqual(firstDayOf(month));
        expect(day).toBeLessThanOrEqual(lastDayOf(month));
        expect(findCategory(story.categoryId)).not.toBeNull();
      }
    });
  });

  test("a borrower's month is the same each time", () => {
    eachMonth((borrower, movements, month) => {
      expect(borrowerMovementsIn(borrower, month)).toEqual(movements);
    }, 30);
  });
});

describe("in two years", () => {
  test("only borrowers who run out of money pay fees", () => {
    const fees = (user: BorrowerUser) =>
      twoYearsOf(user).filter(({ story }) => story.categoryId === "10002000").length;
    for (const user of ["user_overdrafts", "user_credit_profile_poor"] as const)
      expect(fees(user)).toBeGreaterThan(6);
    for (const user of ["user_credit_profile_excellent", "user_two_jobs", "user_retired"] as const)
      expect(fees(user)).toBe(0);
  });

  test("a borrower with a loan receives it and pays it back", () => {
    const movements = twoYearsOf("user_new_loan");
    expect(has(movements, /LOAN PROCEEDS/)).toBe(true);
    expect(has(movements, /LOAN PAYMENT/)).toBe(true);
    expect(has(twoYearsOf("user_retired"), /LOAN/)).toBe(false);
  });

  test("a borrower who changes jobs is paid by another employer, and by the state in between", () => {
    const ids = new Set(
      twoYearsOf("user_job_change").flatMap(
        ({ key }) => /^income (job \d|unem\w+)/.exec(key)?.[1] ?? [],
      ),
    );
    expect(ids.size).toBeGreaterThanOrEqual(3);
    expect(ids).toContain("unemployment");
  });

  test("a joint account has two owners, and other borrowers' has one", async () => {
    const owners = async (username: string) => {
      const connector = createSandboxConnector(() => START);
      const credentials = { username, password: "{}" };
      const login = unstoredLogin("ins_109508", credentials);
      return (await connector.identity(login))[0]?.owners.length;
    };
    expect(await owners("user_credit_joint_account")).toBe(2);
    expect(await owners("user_two_jobs")).toBe(1);
  });
});

test("borrowers sign in with either password, at every institution", async () => {
  const connector = createSandboxConnector(() => START);
  for (const username of BORROWER_USERS)
    for (const password of ["pass_good", "{}"])
      expect(await connector.start("ins_109508", { username, password })).toMatchObject({
        at: "accounts",
      });
  await expect(
    connector.start("ins_109508", { username: "user_two_jobs", password: "pass_bad" }),
  ).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
});

test("balances change by the transactions between any two moments", async () => {
  const hours = fc.integer({ min: 1, max: 2000 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...BORROWER_USERS), hours, async (username, later) => {
      const end = START + later * 3_600_000;
      const credentials = { username, password: "pass_good" };
      const login = unstoredLogin("ins_109508", credentials);
      const balancesAt = async (now: number) =>
        new Map(
          (await createSandboxConnector(() => now).balances(login)).map(({ key, balances }) => [
            key,
            Math.round((balances?.current ?? 0) * 100),
          ]),
        );
      const period = { from: "2026-01-01", to: "2026-06-30" };
      const transactionsAt = async (now: number) =>
        (await createSandboxConnector(() => now).transactions(login, period)).filter(
          ({ pending }) => !pending,
        );
      const before = new Set((await transactionsAt(START)).map(({ key }) => key));
      const changes = (await transactionsAt(end)).filter(({ key }) => !before.has(key));
      const accounts = await balancesAt(end);
      for (const [key, balance] of await balancesAt(START)) {
        const sum = changes
          .filter((transaction) => transaction.accountKey === key)
          .reduce((all, { amount }) => all + Math.round(amount * 100), 0);
        expect([balance - sum, balance + sum]).toContain(accounts.get(key));
      }
    }),
    { numRuns: samples(25) },
  );
});

test("a payday on a weekend or a holiday comes on the workday before", () => {
  const days = (month: number, day: number, isAmerican: boolean) =>
    listPaydays({ every: "month", day }, month, isAmerican).map((payday) =>
      new Date(payday * 86_400_000).toISOString().slice(0, 10),
    );
  expect(days(2026 * 12, 1, true)).toEqual(["2025-12-31"]);
  expect(days(2026 * 12, 19, true)).toEqual(["2026-01-16"]);
  expect(days(2026 * 12, 19, false)).toEqual(["2026-01-19"]);
  expect(days(2026 * 12 + 4, 25, true)).toEqual(["2026-05-22"]);
  expect(days(2026 * 12 + 10, 26, true)).toEqual(["2026-11-25"]);
  expect(days(2026 * 12 + 1, 31, false)).toEqual(["2026-02-27"]);
  expect(toMonth(listPaydays({ every: "month", nth: 3, weekday: 2 }, 24_317, true)[0] ?? 0)).toBe(
    24_317,
  );
});
