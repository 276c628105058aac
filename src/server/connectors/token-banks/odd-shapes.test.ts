import { expect, test } from "vitest";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";
import { plainBank } from "./plain-bank.fixture.ts";

/** Links an Item at a bank with these bodies by path. Returns the Item's accounts. */
const fetchAccounts = async (
  bodies: Readonly<Record<string, unknown>>,
  change: (bank: TokenBank) => TokenBank,
) => {
  const mock = await mockServer((_, url) =>
    Object.hasOwn(bodies, url.pathname) ? { body: bodies[url.pathname] } : { status: 404 },
  );
  const bank = change(plainBank(mock.origin));
  const { app, linkItem, pull } = await describedApp(bank);
  const { access_token } = await linkItem({ token: "token-1" });
  await pull();
  const { accounts } = await app.call("/accounts/get", { access_token });
  const numbers = async () => (await app.call("/auth/get", { access_token })).numbers;
  const sync = async () => (await app.call("/transactions/sync", { access_token })).added;
  return { accounts, numbers, sync, mock };
};

const withAccounts =
  (changes: (accounts: TokenBank["accounts"]) => Partial<TokenBank["accounts"]>) =>
  (bank: TokenBank): TokenBank => ({
    ...bank,
    accounts: { ...bank.accounts, ...changes(bank.accounts) },
  });

const CARDS = [
  { id: "card", name: "Card", balance: -120.5, type: "CARD" },
  { id: "everyday", name: "Everyday", balance: -20, type: "GIRO" },
];

test("a debt that is reported below zero is what is owed, and an overdraft stays below zero", async () => {
  const kind = {
    of: "type",
    map: { CARD: "credit/credit card" },
    else: "depository/checking",
  } as const;
  const { accounts } = await fetchAccounts(
    {
      "/accounts": CARDS,
      "/accounts/card/rows": { rows: [] },
      "/accounts/everyday/rows": { rows: [] },
    },
    withAccounts(({ fields }) => ({ debts: "negative", fields: { ...fields, kind } })),
  );
  expect(accounts).toMatchObject([
    { type: "credit", balances: { current: 120.5 } },
    { type: "depository", balances: { current: -20 } },
  ]);
});

test("an IBAN without a BIC is shared, with an empty BIC", async () => {
  const accounts = [
    { id: "a", name: "Everyday", balance: 1, iban: "UA21 3223 1300 0002 6007 2335 6600 1" },
  ];
  const { numbers } = await fetchAccounts(
    { "/accounts": accounts, "/accounts/a/rows": { rows: [] } },
    withAccounts(() => ({ numbers: { international: { iban: "iban" } } })),
  );
  expect(await numbers()).toMatchObject({
    international: [{ iban: "UA213223130000026007233566001", bic: "" }],
  });
});

test("each group of a customer has accounts of its own, which know its fields", async () => {
  const { accounts, sync, mock } = await fetchAccounts(
    {
      "/groups": [
        { id: "g 1", money: "USD" },
        { id: "g 2", money: "EUR" },
        { id: "g 3", money: "EUR", gone: true },
      ],
      "/groups/g%201/accounts": [{ id: "a", name: "Home", balance: 1 }],
      "/groups/g%202/accounts": [{ id: "b", name: "Work", balance: 2 }],
      "/groups/g%201/accounts/a/rows": [{ id: "1", amount: -5, date: "2026-01-10", text: "Shop" }],
      "/groups/g%202/accounts/b/rows": [],
    },
    (bank) => {
      const { list: _, ...transactions } = bank.transactions;
      return {
        ...bank,
        groups: { path: "/groups", skip: [{ of: "gone", is: ["true"] }] },
        accounts: {
          ...bank.accounts,
          path: "/groups/{group.id}/accounts",
          fields: { ...bank.accounts.fields, currency: "group.money" },
        },
        transactions: {
          ...transactions,
          path: "/groups/{account.group.id}/accounts/{account}/rows",
        },
      };
    },
  );
  expect(accounts).toMatchObject([
    { name: "Home", balances: { iso_currency_code: "USD" } },
    { name: "Work", balances: { iso_currency_code: "EUR" } },
  ]);
  expect(await sync()).toMatchObject([{ name: "Shop", amount: 5 }]);
  expect(mock.requests.some(({ url }) => url.pathname.includes("g%203"))).toBe(false);
});

test("a bank of a country that the API has not is offered in every country", async () => {
  const mock = await mockServer(() => ({ body: [] }));
  const { app } = await describedApp({ ...plainBank(mock.origin), country_codes: ["UA"] });
  for (const country of ["US", "PL"]) {
    const { institutions } = await app.call("/institutions/search", {
      query: "Lantern Bank",
      products: null,
      country_codes: [country],
    });
    expect(institutions).toContainEqual(expect.objectContaining({ name: "Lantern Bank" }));
  }
});
