import { expect, test } from "vitest";
import type { LoginAccount } from "../connectors/bank-account.ts";
import { startVerification } from "../verification/verification.ts";
import type { ItemAccount } from "./item.ts";
import { hasOtherIban, matchesOf, renewedAccounts } from "./renewed-accounts.ts";

const bankAccount = (key: string, changes: Partial<LoginAccount> = {}): LoginAccount => ({
  key,
  name: `Account ${key}`,
  official_name: null,
  mask: "0000",
  type: "depository",
  subtype: "checking",
  balances: {
    available: 1,
    current: 2,
    limit: null,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
  },
  numbers: { ach: { account: `1${key}`, routing: "2", wire_routing: null } },
  ...changes,
});
const itemAccount = (bank: LoginAccount, changes: Partial<ItemAccount> = {}): ItemAccount => {
  const { key, numbers, ...account } = bank;
  return {
    itemId: "item",
    account: { account_id: `id-${key}`, ...account },
    numbers,
    key,
    verification: null,
    ...changes,
  };
};
const renew = (existing: ItemAccount[], now: LoginAccount[]) =>
  renewedAccounts(existing, now, 1000);

test("an account keeps its id and takes the new data of the institution", () => {
  const [one] = renew(
    [itemAccount(bankAccount("a"))],
    [bankAccount("b"), bankAccount("a", { name: "Renamed" })],
  );
  expect(one?.account).toMatchObject({ account_id: "id-a", name: "Renamed" });
});

test("missing accounts are left out, and new ones are not added", () => {
  const renewal = renew(
    [itemAccount(bankAccount("a")), itemAccount(bankAccount("b"))],
    [bankAccount("b"), bankAccount("c")],
  );
  expect(renewal.map(({ key }) => key)).toEqual(["b"]);
  expect(renew([itemAccount(bankAccount("a"))], [bankAccount("b")])).toEqual([]);
});

test("an account without a stored key is matched by its numbers, or by mask, name and type", () => {
  expect(
    renew([itemAccount(bankAccount("a"), { key: "" })], [bankAccount("b"), bankAccount("a")])[0]
      ?.key,
  ).toBe("a");
  const card = bankAccount("card", { numbers: {}, mask: "4321", name: "Card" });
  const other = bankAccount("other", { numbers: {}, mask: "9999", name: "Card" });
  expect(renew([itemAccount(card, { key: "" })], [other, card])[0]?.key).toBe("card");
  expect(renew([itemAccount(card, { key: "" })], [other])).toEqual([]);
});

test("a verification continues, and ends if the institution vouches for the numbers", () => {
  const verification = { ...startVerification("automatic", 5), wrong: 1 };
  const before = [itemAccount(bankAccount("a"), { verification })];
  const again = renew(before, [bankAccount("a", { microDeposits: "automatic" })]);
  expect(again[0]?.verification).toEqual(verification);
  expect(renew(before, [bankAccount("a")])[0]?.verification).toBeNull();
  const renewal = renew(
    [itemAccount(bankAccount("a"))],
    [bankAccount("a", { microDeposits: "automatic" })],
  );
  expect(renewal[0]?.verification).toEqual(startVerification("automatic", 1000));
});

const sepa = (key: string, iban: string, currency = "EUR") =>
  bankAccount(key, {
    numbers: { international: { iban, bic: "" } },
    balances: { ...bankAccount(key).balances, iso_currency_code: currency },
  } as Partial<LoginAccount>);

test("an account whose key is another one after a new consent is known by its IBAN and currency", () => {
  const [euro, dollar] = [sepa("1", "DE1"), sepa("2", "DE1", "USD")];
  const existing = [itemAccount(euro), itemAccount(dollar)];
  const renewal = renew(existing, [sepa("4", "DE1", "USD"), sepa("3", "DE1")]);
  expect(renewal.map(({ account, key }) => [account.account_id, key])).toEqual([
    ["id-1", "3"],
    ["id-2", "4"],
  ]);
  // A bank that numbers its keys may give one account's key to the person's other account.
  const swapped = [sepa("2", "DE1"), sepa("1", "DE2")];
  expect(hasOtherIban(existing.slice(0, 1), swapped)).toBe(false);
  expect(renew(existing.slice(0, 1), swapped).map(({ key }) => key)).toEqual(["2"]);
  expect(hasOtherIban(existing.slice(0, 1), [sepa("1", "DE2")])).toBe(true);
  // Two accounts with the same number cannot be told apart.
  expect(renew(existing.slice(0, 1), [sepa("5", "DE1"), sepa("6", "DE1")])).toEqual([]);
});

test("each account of an Item is looked for once, and the first of several is the match", () => {
  const login = Array.from({ length: 200 }, (_, at) => bankAccount(`${at}`));
  let reads = 0;
  const watched = login.map((account) => ({
    ...account,
    get key() {
      reads += 1;
      return account.key;
    },
  }));
  const existing = login.map((account) => itemAccount(account)).toReversed();
  const twin = itemAccount(bankAccount("7"), { itemId: "twin" });
  const matches = matchesOf([...existing, twin], watched);
  expect(reads).toBeLessThanOrEqual(201 * 200);
  expect(watched.map((account) => matches.get(account))).toEqual(existing.toReversed());
});
