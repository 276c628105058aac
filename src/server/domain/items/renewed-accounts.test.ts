import { expect, test } from "vitest";
import type { BankAccount } from "../connectors/connector.ts";
import { startVerification } from "../verification/verification.ts";
import type { ItemAccount } from "./item.ts";
import { renewedAccounts } from "./renewed-accounts.ts";

const found = (key: string, changes: Partial<BankAccount> = {}): BankAccount => ({
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
const kept = (bank: BankAccount, changes: Partial<ItemAccount> = {}): ItemAccount => {
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
const renew = (existing: ItemAccount[], now: BankAccount[]) => renewedAccounts(existing, now, 1000);

test("an account keeps its id and takes the new data of the institution", () => {
  const [one] = renew([kept(found("a"))], [found("b"), found("a", { name: "Renamed" })]);
  expect(one?.account).toMatchObject({ account_id: "id-a", name: "Renamed" });
});

test("missing accounts are left out, and new ones are not added", () => {
  const renewed = renew([kept(found("a")), kept(found("b"))], [found("b"), found("c")]);
  expect(renewed.map(({ key }) => key)).toEqual(["b"]);
  expect(renew([kept(found("a"))], [found("b")])).toEqual([]);
});

test("an account without a stored key is matched by its numbers, or by mask, name and type", () => {
  expect(renew([kept(found("a"), { key: "" })], [found("b"), found("a")])[0]?.key).toBe("a");
  const card = found("card", { numbers: {}, mask: "4321", name: "Card" });
  const other = found("other", { numbers: {}, mask: "9999", name: "Card" });
  expect(renew([kept(card, { key: "" })], [other, card])[0]?.key).toBe("card");
  expect(renew([kept(card, { key: "" })], [other])).toEqual([]);
});

test("a verification continues, and ends where the institution vouches for the numbers", () => {
  const verification = { ...startVerification("automatic", 5), wrong: 1 };
  const before = [kept(found("a"), { verification })];
  const again = renew(before, [found("a", { microDeposits: "automatic" })]);
  expect(again[0]?.verification).toEqual(verification);
  expect(renew(before, [found("a")])[0]?.verification).toBeNull();
  const started = renew([kept(found("a"))], [found("a", { microDeposits: "automatic" })]);
  expect(started[0]?.verification).toEqual(startVerification("automatic", 1000));
});
