import { expect, test } from "vitest";
import type { LoginAccount } from "../connectors/bank-account.ts";
import { missingProduct, productsIn } from "./product.ts";

test("with several countries only the products enabled in all of them are used", () => {
  expect(productsIn(["US"], ["auth", "income", "assets"])).toEqual(["auth", "income", "assets"]);
  expect(productsIn(["US", "CA"], ["auth", "income", "assets"])).toEqual(["auth", "assets"]);
  expect(productsIn(["US", "GB"], ["income"])).toEqual([]);
});

test("an account lacks the first product that cannot be read from it", () => {
  const card: LoginAccount = {
    key: "card",
    name: "Card",
    official_name: null,
    mask: "1234",
    type: "credit",
    subtype: "credit card",
    balances: {
      available: null,
      current: 1,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    numbers: {},
  };
  expect(missingProduct(card, ["transactions"], false)).toBeNull();
  expect(missingProduct(card, ["transactions", "auth", "income"], false)).toBe("auth");
  const checking: LoginAccount = {
    ...card,
    type: "depository",
    subtype: "checking",
    numbers: { ach: { account: "1", routing: "2", wire_routing: null } },
  };
  const all = ["auth", "transactions", "identity", "income", "assets"] as const;
  expect(missingProduct(checking, all, false)).toBeNull();
  const unproven: LoginAccount = { ...checking, microDeposits: "automatic" };
  expect(missingProduct(unproven, all, false)).toBe("auth");
  expect(missingProduct(unproven, all, true)).toBeNull();
});
