import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Account } from "../../../../protocol/account.ts";
import { Ach, Bacs, Eft, International } from "../../../../protocol/numbers.ts";
import { samples } from "../../../../testing/property-samples.ts";
import type { BankAccount } from "../../../domain/connectors/bank-account.ts";
import { SANDBOX_INSTITUTIONS } from "../catalogue/index.ts";
import type { RoutingScheme, SandboxInstitution } from "../catalogue/institution.ts";
import { TEST_USERS } from "./account-plan.ts";
import { bankAccounts } from "./bank-accounts.ts";

const anyPerson = fc.record({
  bank: fc.constantFrom(...SANDBOX_INSTITUTIONS),
  username: fc.string({ maxLength: 40 }),
  like: fc.constantFrom(...TEST_USERS),
  now: fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 11, 31) }),
});

const seenAt = (now: number) => ({ now, extraChanges: [] });
const NOON = seenAt(Date.UTC(2026, 0, 15, 12));

const RUNS = { numRuns: samples(400) };

const eachAccount = (look: (account: BankAccount, bank: SandboxInstitution) => void) =>
  fc.assert(
    fc.property(anyPerson, ({ bank, username, like, now }) => {
      const accounts = bankAccounts(bank, username, like, seenAt(now));
      expect(accounts.length).toBeGreaterThan(0);
      for (const account of accounts) look(account, bank);
    }),
    RUNS,
  );

describe("anyone's accounts, anywhere", () => {
  test("accounts are the same each time", () => {
    fc.assert(
      fc.property(anyPerson, ({ bank, username, like, now }) => {
        expect(bankAccounts(bank, username, like, seenAt(now))).toEqual(
          bankAccounts(bank, username, like, seenAt(now)),
        );
      }),
      RUNS,
    );
  });

  test("accounts have the shape of the API", () => {
    eachAccount(({ key, numbers, ...account }) => {
      Account.parse({ account_id: key, ...account });
      const account_id = key;
      if (numbers.ach) Ach.parse({ account_id, ...numbers.ach });
      if (numbers.eft) Eft.parse({ account_id, ...numbers.eft });
      if (numbers.bacs) Bacs.parse({ account_id, ...numbers.bacs });
      if (numbers.international) International.parse({ account_id, ...numbers.international });
    });
  });

  test("accounts have unique names and keys", () => {
    fc.assert(
      fc.property(anyPerson, ({ bank, username, like, now }) => {
        const accounts = bankAccounts(bank, username, like, seenAt(now));
        for (const list of [accounts.map(({ key }) => key), accounts.map(({ name }) => name)])
          expect(new Set(list).size).toBe(list.length);
      }),
      RUNS,
    );
  });

  test("account balances are consistent to the cent", () => {
    eachAccount(({ type, subtype, balances: { current, available, limit } }) => {
      if (current === null) throw new Error("every account has a current balance");
      for (const amount of [current, available, limit])
        if (amount !== null) expect(Math.round(amount * 100) / 100).toBe(amount);
      expect(current).toBeGreaterThanOrEqual(0);
      if (type === "credit") {
        if (limit === null) throw new Error("a credit card has a limit");
        expect(current).toBeLessThan(limit);
        // A pending amount is not owed yet, but no longer available.
        expect(cents(available)).toBeLessThanOrEqual(cents(limit) - cents(current));
      } else if (type === "depository" && subtype !== "cd") {
        expect(available).toBeGreaterThanOrEqual(0);
        expect(available).toBeLessThanOrEqual(current);
        expect(limit).toBeNull();
      } else {
        expect([available, limit]).toEqual([null, null]);
      }
    });
  });

  test("accounts are in the country's currency", () => {
    eachAccount(({ balances }, { routingScheme: { country } }) => {
      const own = { US: "USD", CA: "CAD", GB: "GBP", SE: "SEK", DK: "DKK", PL: "PLN", NO: "NOK" };
      const currency = country in own ? own[country as keyof typeof own] : "EUR";
      expect(balances.iso_currency_code).toBe(currency);
      expect(balances.unofficial_currency_code).toBeNull();
    });
  });

  test("checking and savings accounts have numbers, and no other accounts", () => {
    eachAccount(({ subtype, numbers }, { routingScheme: { country } }) => {
      const hasNumbers = subtype === "checking" || subtype === "savings";
      expect(Object.keys(numbers).sort()).toEqual(hasNumbers ? networks(country) : []);
    });
  });

  test("account numbers pass the checks of their country", () => {
    eachAccount(({ numbers, mask }, { routingScheme, institution }) => {
      expect(mask).toMatch(/^\d{4}$/);
      const { ach, eft, bacs, international } = numbers;
      if (ach) {
        expect(institution.routingNumbers).toContain(ach.routing);
        expect(isRoutingNumber(ach.routing)).toBe(true);
        if (ach.wire_routing !== null) expect(isRoutingNumber(ach.wire_routing)).toBe(true);
        expect(ach.account).toMatch(/^\d{12}$/);
        expect(ach.account.slice(-4)).toBe(mask);
      }
      if (eft) {
        expect(eft).toEqual({
          account: expect.stringMatching(/^\d{7}$/),
          institution: expect.stringMatching(/^9\d{2}$/),
          branch: expect.stringMatching(/^\d{5}$/),
        });
        expect(eft.account.slice(-4)).toBe(mask);
      }
      if (bacs) {
        expect(bacs.sort_code).toMatch(/^88\d{4}$/);
        expect(bacs.account).toMatch(/^\d{8}$/);
        expect(international?.iban.slice(8)).toBe(bacs.sort_code + bacs.account);
      }
      if (international) {
        const { iban, bic } = international;
        const { country } = routingScheme;
        expect(bic).toMatch(new RegExp(`^[A-Z]{4}${country}20(XXX)?$`));
        expect(iban).toMatch(IBAN[country]);
        expect(remainder(iban.slice(4) + iban.slice(0, 4))).toBe(1);
        if (LETTERED.includes(country)) expect(iban.slice(4, 8)).toBe(bic.slice(0, 4));
        expect(iban.slice(-4)).toBe(mask);
      }
    });
  });
});

describe("one person", () => {
  test("a person's accounts share a branch, and another person's may have another", () => {
    const firstPlatypus = bankAt("ins_109508");
    const branches = (username: string) =>
      new Set(
        bankAccounts(firstPlatypus, username, "user_good", NOON).flatMap(({ numbers }) =>
          numbers.ach ? [numbers.ach.routing] : [],
        ),
      );
    expect(branches("user_good").size).toBe(1);
    const people = Array.from({ length: 40 }, (_, at) => [...branches(`person ${at}`)]).flat();
    expect(new Set(people).size).toBe(firstPlatypus.institution.routingNumbers.length);
  });

  test("a person has different accounts at each institution", () => {
    const keys = SANDBOX_INSTITUTIONS.flatMap((bank) =>
      bankAccounts(bank, "user_good", "user_good", NOON).map(({ key }) => key),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("accounts have no wire number if the institution has none", () => {
    const [first] = bankAccounts(bankAt("ins_910006"), "user_good", "user_good", NOON);
    expect(first?.numbers.ach?.wire_routing).toBeNull();
  });
});

const LETTERED: readonly string[] = ["GB", "NL", "IE", "LV"];

/** The shapes of the IBAN registry, spelt out per country. */
const IBAN: { [C in RoutingScheme["country"]]: RegExp } = {
  US: /^$/,
  CA: /^$/,
  GB: /^GB\d{2}[A-Z]{4}\d{14}$/,
  FR: /^FR\d{12}[0-9A-Z]{11}\d{2}$/,
  DE: /^DE\d{20}$/,
  ES: /^ES\d{22}$/,
  IT: /^IT\d{2}[A-Z]\d{10}[0-9A-Z]{12}$/,
  NL: /^NL\d{2}[A-Z]{4}\d{10}$/,
  IE: /^IE\d{2}[A-Z]{4}\d{14}$/,
  BE: /^BE\d{14}$/,
  PT: /^PT\d{23}$/,
  AT: /^AT\d{18}$/,
  SE: /^SE\d{22}$/,
  FI: /^FI\d{16}$/,
  DK: /^DK\d{16}$/,
  PL: /^PL\d{26}$/,
  NO: /^NO\d{13}$/,
  EE: /^EE\d{18}$/,
  LT: /^LT\d{18}$/,
  LV: /^LV\d{2}[A-Z]{4}\d{13}$/,
};

function networks(country: RoutingScheme["country"]): string[] {
  if (country === "US") return ["ach"];
  if (country === "CA") return ["eft"];
  return country === "GB" ? ["bacs", "international"] : ["international"];
}

function isRoutingNumber(number: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return /^80\d{7}$/.test(number) && sum % 10 === 0;
}

/** The remainder by 97, computed character by character. */
function remainder(text: string): number {
  return [...text].reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
}

function cents(amount: number | null): number {
  return Math.round((amount ?? Number.NaN) * 100);
}

function bankAt(id: string): SandboxInstitution {
  const bank = SANDBOX_INSTITUTIONS.find(({ institution }) => institution.institutionId === id);
  if (!bank) throw new Error(`no ${id}`);
  return bank;
}
