import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../../testing/property-samples.ts";
import { TEST_USERS, type TestUser } from "../accounts/account-plan.ts";
import { SANDBOX_INSTITUTIONS } from "../catalogue/index.ts";
import { type Household, householdOf } from "./household.ts";
import { journeyIn } from "./journey.ts";
import { movementsIn } from "./month.ts";
import type { Movement } from "./movement.ts";
import { weekdayOf } from "./paydays.ts";
import { quantile, statisticsOf } from "./statistics.fixture.ts";
import { listNames } from "./words.ts";

const YEAR = Array.from({ length: 12 }, (_, at) => 2025 * 12 + at);

/** Households of a user at some banks, of several people each. */
const listHouseholds = (user: TestUser, people = 3): Household[] =>
  SANDBOX_INSTITUTIONS.filter((_, at) => at % 3 === 0).flatMap((bank) =>
    Array.from({ length: people }, (_, at) => householdOf(bank, `person ${at}`, user)),
  );

const anyYear = fc.record({
  bank: fc.constantFrom(...SANDBOX_INSTITUTIONS),
  person: fc.string({ maxLength: 20 }),
  user: fc.constantFrom(...TEST_USERS),
  first: fc.integer({ min: 2022 * 12, max: 2034 * 12 }),
});

/** Runs a check on a year of many people. */
const eachYear = (check: (household: Household, movements: Movement[][]) => void): void =>
  fc.assert(
    fc.property(anyYear, ({ bank, person, user, first }) => {
      const household = householdOf(bank, person, user);
      const months = YEAR.map((_, at) => movementsIn(household, first + at));
      check(household, months);
    }),
    { numRuns: samples(100) },
  );

describe("the statistics of households", () => {
  test.each(["user_good", "user_yuppie"] as const)("%s spends as households do", (user) => {
    const statistics = statisticsOf(listHouseholds(user), YEAR);
    const { shares, purchaseShares, refundShare, payments, merchants, weekdays } = statistics;
    const share = (group: string) => shares.get(group) ?? 0;
    expect(share("housing")).toBeGreaterThan(0.25);
    expect(share("housing")).toBeLessThan(0.6);
    for (const group of ["food at home", "food away from home", "transportation"]) {
      expect(share(group)).toBeGreaterThan(0.04);
      expect(share(group)).toBeLessThan(0.25);
    }
    expect(refundShare).toBeGreaterThan(0.002);
    expect(refundShare).toBeLessThan(0.02);
    expect(payments).toBeGreaterThan(40);
    expect(payments).toBeLessThan(130);
    expect(statistics.fewestPayments).toBeGreaterThan(15);
    expect(statistics.mostPayments).toBeLessThan(200);
    expect(merchants).toBeGreaterThan(15);
    expect(merchants).toBeLessThan(60);
    expect(quantile(purchaseShares, 0.5)).toBeLessThan(0.02);
    expect(quantile(purchaseShares, 0.99)).toBeLessThan(0.1);
    expect(quantile(purchaseShares, 1)).toBeLessThan(0.7);
    for (const weekday of weekdays) expect(Math.abs(weekday - 1 / 7)).toBeLessThan(0.05);
  });

  test("people eat out on weekends, and ride to work on weekdays", () => {
    const movements = listHouseholds("user_good", 1).flatMap((household) =>
      YEAR.flatMap((month) => (journeyIn(household, month) ? [] : movementsIn(household, month))),
    );
    const perDay = (categoryId: string) => {
      const days = movements.flatMap(({ seenAt, story }) =>
        story.categoryId === categoryId && seenAt !== null
          ? [weekdayOf(Math.floor(seenAt / 1440))]
          : [],
      );
      const weekend = days.filter((day) => day >= 5).length;
      return weekend / 2 / ((days.length - weekend) / 5);
    };
    expect(perDay("13001001")).toBeGreaterThan(1.3);
    expect(perDay("25005002")).toBeLessThan(0.7);
  });
});

describe("a year of anyone", () => {
  test("wages arrive on workdays, as often as the rhythm has it", () => {
    eachYear((household, months) => {
      for (const movements of months) {
        const days = movements
          .filter(({ key }) => /^(wages|side) /.test(key))
          .map(({ day }) => day);
        if (!household.isBusiness) expect(days.length).toBeGreaterThan(0);
        for (const day of days) {
          expect(weekdayOf(day)).toBeLessThan(5);
          expect(new Date(day * 86_400_000).toISOString()).not.toMatch(/-(12-25|01-01)T/);
        }
      }
    });
  });

  test("rent, bills and subscriptions are paid once a month, and cost more as years pass", () => {
    eachYear((household, months) => {
      for (const movements of months) {
        const paid = (start: string) => movements.filter(({ key }) => key.startsWith(start));
        expect(paid("rent ")).toHaveLength(household.rent.cents > 0 ? 1 : 0);
        for (const { payee } of household.bills) expect(paid(`bill ${payee} `)).toHaveLength(1);
      }
      const toKey = ({ key }: Movement) => key.replace(/ \d+$/, "");
      const subscriptions = months.map((movements) =>
        movements.filter(({ key }) => key.startsWith("subscription ")),
      );
      const first = subscriptions[0]?.map(toKey);
      for (const some of subscriptions) expect(some.map(toKey)).toEqual(first);
      const prices = subscriptions.map((some) => some.map(({ cents }) => cents));
      for (const [month, some] of prices.entries())
        for (const [at, price] of some.entries())
          expect(price).toBeGreaterThanOrEqual(prices[month - 1]?.[at] ?? 0);
    });
  });

  test("cash comes in notes, at home", () => {
    eachYear(({ unit }, months) => {
      const note = unit === 1 ? 20 : 50;
      for (const { key, cents } of months.flat())
        if (key.startsWith("cash ")) expect(cents % (note * 100)).toBe(0);
    });
  });

  test("every amount that a bank books by itself is booked on a workday", () => {
    eachYear((_, months) => {
      const booked = months.flat().filter(({ key }) => !/ interest /.test(key));
      for (const { day, isDropped } of booked)
        if (!isDropped) expect(weekdayOf(day)).toBeLessThan(5);
    });
  });
});

test("a household with savings travels once a year, and buys nothing at home meanwhile", () => {
  for (const household of listHouseholds("user_yuppie", 1)) {
    const journeys = YEAR.flatMap((month) => journeyIn(household, month) ?? []);
    expect(journeys).toHaveLength(1);
    const [journey] = journeys;
    if (!journey) continue;
    const movements = YEAR.flatMap((month) => movementsIn(household, month));
    const inShops = movements.filter(
      ({ seenAt, story }) =>
        story.channel === "in store" &&
        seenAt !== null &&
        journey.from <= seenAt / 1440 &&
        seenAt / 1440 < journey.to + 1,
    );
    expect(inShops.length).toBeGreaterThan(3);
    const countries = new Set(inShops.map(({ story }) => story.location?.country));
    expect([...countries]).toEqual([journey.abroad.country]);
    const [airline] = listNames("airline", household.country);
    expect(airline).not.toBe("");
    expect(movements.filter(({ key }) => key.startsWith("airline "))).toHaveLength(1);
  }
});

describe("the words of banks", () => {
  const statements = (country: string): string =>
    SANDBOX_INSTITUTIONS.filter((bank) => bank.routingScheme.country === country)
      .flatMap((bank) =>
        TEST_USERS.flatMap((user) => {
          const household = householdOf(bank, user, user);
          return YEAR.filter((month) => !journeyIn(household, month)).flatMap((month) =>
            movementsIn(household, month).flatMap(({ story }) => [story.name, story.statement]),
          );
        }),
      )
      .join("\n");

  test("are American at banks of the United States", () => {
    const text = statements("US");
    for (const words of ["ACH DEBIT", "PAYROLL", "POS DEBIT", "ATM WITHDRAWAL"])
      expect(text).toContain(words);
    expect(text).not.toMatch(
      /direct debit|standing order|cash machine|lettings|harbour|fibre|ltd/i,
    );
  });

  test.each([
    ["GB", ["DIRECT DEBIT", "STANDING ORDER", "CASH MACHINE", "SALARY"]],
    ["CA", ["PRE-AUTHORIZED DEBIT", "PAYROLL DEPOSIT", "ABM WITHDRAWAL"]],
    ["FR", ["PRLV SEPA", "VIR PERMANENT", "SALAIRE", "RETRAIT DAB"]],
    ["DE", ["SEPA-LASTSCHRIFT", "MIETE", "GEHALT", "BARGELDAUSZAHLUNG"]],
    ["NO", ["AVTALEGIRO", "LØNN", "VAREKJØP"]],
  ])("are those of %s at its banks", (country, own) => {
    const text = statements(country);
    for (const words of own) expect(text).toContain(words);
    expect(text).not.toMatch(/\bACH\b|POS DEBIT|\bATM\b/);
    if (country !== "GB") expect(text).not.toMatch(/direct debit|cash machine/i);
  });
});
