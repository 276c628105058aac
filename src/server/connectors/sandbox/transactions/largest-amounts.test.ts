import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../../testing/property-samples.ts";
import { TEST_USERS } from "../accounts/account-plan.ts";
import { type Borrower, makeBorrower } from "../borrowers/borrower.ts";
import { borrowerMovementsIn } from "../borrowers/borrower-month.ts";
import { BORROWER_USERS } from "../borrowers/borrower-users.ts";
import { SANDBOX_INSTITUTIONS } from "../catalogue/index.ts";
import { largestBills } from "./bills.ts";
import { returnable } from "./extras.ts";
import { type Household, householdOf } from "./household.ts";
import { ORDERED_ABROAD } from "./journey.ts";
import { movementsIn } from "./month.ts";
import type { Movement } from "./movement.ts";
import { priceScale, purchasesFor } from "./purchases.ts";
import {
  businessShops,
  dearestPurchase,
  householdShops,
  journeyShops,
  type ShopKind,
  usualPurchases,
} from "./shops.ts";
import { LAVISH } from "./surplus.ts";

const MONTHS = 24;

const anySpan = fc.record({
  bank: fc.constantFrom(...SANDBOX_INSTITUTIONS),
  person: fc.string({ maxLength: 20 }),
  first: fc.integer({ min: 2022 * 12, max: 2034 * 12 }),
});
const monthsFrom = (first: number) => Array.from({ length: MONTHS }, (_, at) => first + at);

/** The fields of a household or borrower that determine amounts. */
type Person = Pick<Household, "monthly" | "unit" | "country"> & { isBusiness: boolean };

/** Runs a check on two years of many people of each kind of test user. */
const eachSpan = (check: (person: Person, movements: Movement[][]) => void): void => {
  fc.assert(
    fc.property(anySpan, fc.constantFrom(...TEST_USERS), ({ bank, person, first }, user) => {
      const household = householdOf(bank, person, user);
      check(
        household,
        monthsFrom(first).map((month) => movementsIn(household, month)),
      );
    }),
    { numRuns: samples(40) },
  );
  fc.assert(
    fc.property(anySpan, fc.constantFrom(...BORROWER_USERS), ({ bank, person, first }, user) => {
      const borrower: Borrower = makeBorrower(bank, person, user);
      check(
        { ...borrower, isBusiness: false },
        monthsFrom(first).map((month) => borrowerMovementsIn(borrower, month)),
      );
    }),
    { numRuns: samples(40) },
  );
};

const listShops = ({ isBusiness, country }: Person): ShopKind[] => [
  ...(isBusiness ? businessShops(country) : householdShops(country)),
  returnable(country),
];

/**
 * The maximum amount of a category without a shop or bill: units of a big currency, or a share of a
 * month's income.
 */
const OTHERS: { [categoryId: string]: { units: number } | { share: number } } = {
  "10002000": { units: 30 },
  "10003000": { units: 3 },
  "11001001": { units: 600 },
  "11002001": { units: 200 },
  "15001000": { share: 0.45 },
  "16000000": { share: 1 },
  // A bonus is up to two and a half wages, after up to a dozen raises.
  "16001001": { share: 3.5 },
  "16001003": { units: 200 },
  "16002000": { share: 1 },
  "16003000": { share: 0.5 },
  "16004001": { share: 0.5 },
  "16004002": { share: 0.15 },
  "17001000": { share: 0.25 },
  "17002000": { share: 1 },
  "17003001": { share: 0.05 },
  "17003002": { share: 0.05 },
  "17004000": { share: 0.1 },
  "18001000": { share: 0.3 },
  "18002000": { share: 0.15 },
  "18002001": { share: 0.35 },
  "18002002": { share: 0.15 },
  "18002003": { share: 0.15 },
  "18003000": { share: 0.25 },
  "21003000": { share: 0.2 },
  "23002000": { share: 0.08 },
  "23003000": { share: 0.25 },
  "24001000": { share: 0.6 },
  // Tickets and a room, from the savings of a year.
  "25001000": { share: 0.8 },
  "25002000": { share: 0.8 },
  // A year's savings leave the account in a single sum.
  "24001001": { share: 4 },
  "24001002": { share: 3 },
  "24001003": { share: 0.05 },
  "24002000": { share: 3.5 },
  "24003000": { share: 0.25 },
  "24004000": { share: 3.5 },
};

/** The largest amount of every category, in cents. */
function largestAmounts(person: Person): Map<string, number> {
  const { unit, monthly, isBusiness } = person;
  const others = Object.entries(OTHERS).map(([categoryId, max]): [string, number] => [
    categoryId,
    Math.ceil("units" in max ? max.units * 100 * unit : max.share * monthly),
  ]);
  const scale = priceScale(person);
  const largest = new Map([...largestBills({ monthly, unit, isBusiness }), ...others]);
  for (const kind of listShops(person)) {
    const price = dearestPurchase(kind, scale);
    largest.set(kind.categoryId, Math.max(price, largest.get(kind.categoryId) ?? 0));
  }
  // Prices abroad are in another currency, worth up to 1.73 of the household's own.
  for (const kind of [...journeyShops("FR"), { ...ORDERED_ABROAD, names: ["Abroad"] as const }]) {
    const price = dearestPurchase(kind, unit * 1.73);
    largest.set(kind.categoryId, Math.max(price, largest.get(kind.categoryId) ?? 0));
  }
  return largest;
}

describe("over two years of anyone", () => {
  test("no amount exceeds the largest of its category", () => {
    eachSpan((person, months) => {
      const largest = largestAmounts(person);
      const excesses = months.flat().flatMap(({ cents, story: { categoryId, name } }) => {
        const max = largest.get(categoryId) ?? 0;
        return Math.abs(cents) > max ? [`${name} (${categoryId}): ${cents} > ${max}`] : [];
      });
      expect(excesses).toEqual([]);
    });
  });

  test("no month has more purchases than a lavish one", () => {
    eachSpan((person, months) => {
      const max = usualPurchases(listShops(person)) * (LAVISH + 1);
      const purchases = months.map(
        (movements) => movements.filter(({ key }) => /^main \d+ \d+$/.test(key)).length,
      );
      expect(Math.max(...purchases)).toBeLessThanOrEqual(max);
    });
  });
});

test("purchases of any total add up to it, and none exceeds the dearest of its kind", () => {
  const [bank] = SANDBOX_INSTITUTIONS;
  if (!bank) throw new Error("there are institutions");
  const household = householdOf(bank, "user_good", "user_good");
  const shops = householdShops(household.country);
  const totals = fc.integer({ min: 1, max: 5_000_000 });
  fc.assert(
    fc.property(totals, fc.integer({ min: 0, max: 1000 }), (total, month) => {
      const till = { household, account: "Checking", month, about: "main" };
      const purchases = purchasesFor(total, shops, till).filter(({ isDropped }) => !isDropped);
      expect(purchases.reduce((sum, { cents }) => sum + cents, 0)).toBe(total);
      const excesses = purchases.filter(({ cents, story }) => {
        const kind = shops.find(({ categoryId }) => categoryId === story.categoryId);
        return !kind || cents > dearestPurchase(kind, priceScale(household));
      });
      expect(excesses).toEqual([]);
    }),
  );
});
