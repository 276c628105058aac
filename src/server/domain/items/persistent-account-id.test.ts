import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { accountNumber, idOfNumber, persistentIds } from "./persistent-account-id.ts";

type Account = Parameters<typeof persistentIds>[2][number];

const account = (
  numbers: Account["numbers"],
  changes: Partial<Account> & { currency?: string | null } = {},
): Account => {
  const { currency = "EUR", ...rest } = changes;
  const balances = {
    ...{ available: null, current: null, limit: null },
    ...{ iso_currency_code: currency, unofficial_currency_code: null },
  };
  return { key: "key", type: "depository", balances, numbers, ...rest };
};
const withIban = (iban: string, changes?: Parameters<typeof account>[1]) =>
  account({ international: { iban, bic: "" } }, changes);
const withSortCode = (sort_code: string, number: string, changes: object = {}) =>
  account({ bacs: { sort_code, account: number } }, { currency: "GBP", ...changes });

/** Computes an IBAN's check digits by long division of the number that its letters stand for. */
const toIban = (country: string, bban: string): string => {
  const digits = [...`${bban}${country}00`].map((one) => String(Number.parseInt(one, 36))).join("");
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${bban}`;
};

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^\\d{${length}}$`)).filter((text) => !/^0+$/.test(text));
const bban = fc.stringMatching(/^[A-Z0-9]{11,30}$/);
const country = fc.stringMatching(/^[A-Z]{2}$/).filter((code) => code !== "GB");
const gaps = fc.array(fc.constantFrom("", " ", "-", ".", "\u00a0", "  "), {
  minLength: 40,
  maxLength: 40,
});
const written = (text: string, between: readonly string[]) =>
  [...text.toLowerCase()].map((one, at) => `${one}${between[at] ?? ""}`).join("");

describe("the number of an account has one form", () => {
  test("an IBAN is the same in groups and in small letters, and another one is not", () => {
    fc.assert(
      fc.property(country, bban, bban, gaps, (code, own, other, between) => {
        const iban = toIban(code, own);
        const known = accountNumber(withIban(iban));
        expect(known).not.toBeNull();
        expect(accountNumber(withIban(written(iban, between)))).toBe(known);
        const isSame = accountNumber(withIban(toIban(code, other))) === known;
        expect(isSame).toBe(own === other);
      }),
    );
  });

  test("a British IBAN is the sort code and the number in it, however they are written", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{4}$/),
        digits(6),
        digits(8),
        gaps,
        (bank, code, number, between) => {
          const known = accountNumber(
            withIban(toIban("GB", `${bank}${code}${number}`), { currency: "GBP" }),
          );
          expect(accountNumber(withSortCode(code, number))).toBe(known);
          expect(
            accountNumber(withSortCode(written(code, between), written(number, between))),
          ).toBe(known);
          // The number without leading zeros.
          const short = number.replace(/^0{1,2}/, "");
          expect(accountNumber(withSortCode(code, short))).toBe(known);
        },
      ),
    );
  });

  test("one wrong digit makes an IBAN none", () => {
    fc.assert(
      fc.property(digits(18), fc.nat(17), fc.integer({ min: 1, max: 9 }), (own, at, by) => {
        const iban = toIban("DE", own);
        const wrong = (Number(iban[at + 4]) + by) % 10;
        const text = `${iban.slice(0, at + 4)}${wrong}${iban.slice(at + 5)}`;
        expect(accountNumber(withIban(text))).toBeNull();
      }),
    );
  });

  test.each([
    ["a masked IBAN", withIban("DE89XXXXXXXXXXXXXX3000")],
    ["an IBAN without a currency", withIban("DE89370400440532013000", { currency: null })],
    ["no number", account({})],
    [
      "an American number",
      account({ ach: { account: "1234", routing: "011401533", wire_routing: null } }),
    ],
    ["a number of zeros", withSortCode("601613", "00000000")],
    ["a masked number", withSortCode("601613", "XXXX6819")],
    ["a sort code of five digits", withSortCode("60161", "31926819")],
  ])("%s tells no account", (_, one) => {
    expect(accountNumber(one)).toBeNull();
  });
});

describe("a persistent id", () => {
  const IBAN = "DE89370400440532013000";
  const LOGIN = { clientId: "client-1", institutionId: "ins_1" };

  test("is the same at two institutions by the number, for one client and currency", async () => {
    const { services } = await testApp();
    const idOf = (one: Account, login: object = {}) =>
      persistentIds(services, { ...LOGIN, ...login }, [one]).get(one);
    const id = idOf(withIban(IBAN));
    expect(idOf(withIban(IBAN, { key: "other" }), { institutionId: "ins_2" })).toBe(id);
    expect(idOf(withIban(IBAN), { clientId: "client-2" })).not.toBe(id);
    expect(idOf(withIban(IBAN, { currency: "USD" }))).not.toBe(id);
    expect(idOf(withIban(IBAN, { type: "credit" }))).not.toBe(id);
    expect(id).toMatch(/^[\w-]{43}$/);
  });

  test("is that of the institution's key without a number, and if two accounts of a login have one", async () => {
    const { services } = await testApp();
    const unnumbered = account({}, { key: "one" });
    const byKey = persistentIds(services, LOGIN, [unnumbered]).get(unnumbered);
    const both = [withIban(IBAN, { key: "one" }), withIban(IBAN, { key: "two" })];
    const ids = persistentIds(services, LOGIN, both);
    const [one, two] = both.map((each) => ids.get(each));
    expect(one).toBe(byKey);
    expect(two).not.toBe(one);
    expect([...persistentIds(services, LOGIN, [account({}, { key: "" })])]).toEqual([]);
  });

  test("that an account holds stays, and no other account of the login gets it", async () => {
    const { services } = await testApp();
    const alone = withIban(IBAN, { key: "one" });
    const id = persistentIds(services, LOGIN, [alone]).get(alone) ?? "";
    const later = withIban(IBAN, { key: "one", currency: null });
    const pocket = withIban(IBAN, { key: "two" });
    const ids = persistentIds(services, LOGIN, [pocket, later], new Map([[later, id]]));
    expect(ids.get(later)).toBe(id);
    expect(ids.get(pocket)).not.toBe(id);
    expect(ids.get(pocket)).toBeDefined();
  });

  test("is a person's own for a number that this person states", async () => {
    const { services } = await testApp();
    const number = accountNumber(withIban(IBAN)) ?? "";
    const ids = [undefined, "ann", "ben"].map((by) => idOfNumber(services, LOGIN, number, by));
    expect(new Set(ids).size).toBe(3);
  });

  test("takes one look at each number of a login", async () => {
    const { services } = await testApp();
    let looks = 0;
    const accounts = Array.from({ length: 1000 }, (_, at) => {
      const { numbers, ...one } = withIban(toIban("DE", String(at).padStart(18, "0")), {
        key: String(at),
      });
      return Object.defineProperty(one, "numbers", {
        get() {
          looks += 1;
          return numbers;
        },
      }) as Account;
    });
    expect(new Set(persistentIds(services, LOGIN, accounts).values()).size).toBe(1000);
    expect(looks).toBe(1000);
  });

  test("stays when the master key is rotated", async () => {
    const { services } = await testApp();
    const idBy = (vault: Parameters<typeof idOfNumber>[0]["vault"]) =>
      idOfNumber({ vault }, LOGIN, IBAN);
    const old = Buffer.alloc(32, 7);
    const { createVault } = await import("../vault.ts");
    const { random } = services;
    const first = createVault({ current: old }, random);
    const current = Buffer.alloc(32, 8);
    const next = createVault({ current, old }, random, first.retainedFrom(old));
    expect(idBy(next)).toBe(idBy(first));
    expect(idBy(next)).not.toBe(idBy(services.vault));
  });
});
