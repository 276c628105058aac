import { expect, test } from "vitest";
import type { ItemWebhook } from "../webhooks/webhook.ts";
import { numbersWebhooks } from "./account-numbers.ts";
import type { ItemAccount } from "./item.ts";

const ITEM = { itemId: "item-1", clientId: "client-1", webhook: "https://shop.example/hook" };

const account = (account_id: string, account_number: string | null): ItemAccount => ({
  itemId: ITEM.itemId,
  account: {
    account_id,
    balances: {
      available: 1,
      current: 1,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    mask: "0000",
    name: "Checking",
    official_name: null,
    type: "depository",
    subtype: "checking",
  },
  numbers:
    account_number === null
      ? {}
      : { ach: { account: account_number, routing: "011401533", wire_routing: null } },
  key: account_id,
  verification: null,
});

/** Returns the webhooks for accounts before and after a login. */
const webhooksFor = (
  before: ItemAccount[],
  after: ItemAccount[],
  products: ("auth" | "transactions")[] = ["auth"],
) => {
  const all: ItemWebhook[] = [];
  const about = (_: object, event: ItemWebhook) => {
    all.push(event);
    return [];
  };
  numbersWebhooks(
    { webhooks: { forItem: about, forProcessor: () => [], forClient: () => [] } },
    { ...ITEM, products },
    before,
    after,
  );
  return all;
};

test("new and changed account numbers are sent in separate lists", () => {
  const before = [account("a", null), account("b", "1"), account("c", "2"), account("d", null)];
  const after = [account("a", "9"), account("b", "8"), account("c", "2"), account("d", null)];
  expect(webhooksFor(before, after)).toEqual([
    { name: "AUTH:DEFAULT_UPDATE", newAccountIds: ["a"], updatedAccountIds: ["b"] },
  ]);
});

test("unchanged numbers, or an Item without Auth, send nothing", () => {
  const before = [account("a", "1")];
  expect(webhooksFor(before, before)).toEqual([]);
  expect(webhooksFor(before, [])).toEqual([]);
  expect(webhooksFor(before, [account("a", "2")], ["transactions"])).toEqual([]);
});
