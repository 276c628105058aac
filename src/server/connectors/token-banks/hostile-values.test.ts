import { expect, test } from "vitest";
import { HOSTILE_CURRENCIES, HOSTILE_TEXT } from "../../../testing/hostile-values.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";
import { plainBank } from "./plain-bank.fixture.ts";

/** An app, and a bank whose account and transaction have custom currencies. */
const bankWith = async (account: object, row: object = {}) => {
  const accounts = [{ id: "a-1", name: "Everyday", balance: 10, currency: "USD", ...account }];
  const rows = [{ id: "t-1", amount: -5, date: "2026-01-10", text: "Café", ...row }];
  const mock = await mockServer((_, url) => ({
    body: url.pathname === "/accounts" ? accounts : { rows },
  }));
  const bank = plainBank(mock.origin);
  return describedApp({
    ...bank,
    accounts: { ...bank.accounts, fields: { ...bank.accounts.fields, currency: "currency" } },
    transactions: {
      ...bank.transactions,
      fields: { ...bank.transactions.fields, currency: "currency" },
    },
  });
};

test("texts of a bank are stored on one line, and an unofficial currency as one", async () => {
  const { app, linkItem, pull } = await bankWith(
    { name: HOSTILE_TEXT, currency: "points5" },
    { text: HOSTILE_TEXT },
  );
  const { access_token } = await linkItem({ token: "token-1" });
  await pull();
  const { accounts } = await app.call("/accounts/get", { access_token });
  const { added } = await app.call("/transactions/sync", { access_token });
  const codes = { iso_currency_code: null, unofficial_currency_code: "POINTS5" };
  const name = "Corner include /etc/passwd Shop";
  expect(accounts).toMatchObject([{ name, balances: codes }]);
  expect(added).toMatchObject([{ name, ...codes }]);
});

test.each(HOSTILE_CURRENCIES)(
  "an account in %j is refused, and its field is named",
  async (text) => {
    const { app, open } = await bankWith({ currency: text });
    const { submit } = await open();
    expect((await submit({ token: "token-1" })).body.error_code).toBe("UNSUPPORTED_RESPONSE");
    expect(app.logged.join("")).toContain("accounts.currency: custom");
  },
);

test("a transaction in a text that is no currency is not stored, and its field is named", async () => {
  const { app, linkItem, pull } = await bankWith({}, { currency: "EUR\npython" });
  const { access_token } = await linkItem({ token: "token-1" });
  await pull();
  expect((await app.call("/transactions/sync", { access_token })).added).toEqual([]);
  expect(app.logged.join("")).toContain("transactions.currency: custom");
});
