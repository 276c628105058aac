import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { Holding, Security } from "../../../protocol/investments.ts";
import { BankDescription, type TokenBank } from "../../domain/institutions/bank-description.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";
import { checkExamples } from "./check-examples.ts";
import { plainBank } from "./plain-bank.fixture.ts";

const Held = z.object({ securities: z.array(Security), holdings: z.array(Holding) });

/** The holdings of the documentation. */
const DESCRIBED = z
  .object({ holdings: z.unknown() })
  .parse(
    JSON.parse(
      /### Holdings[\s\S]*?```json\n([\s\S]*?)```/.exec(
        readFileSync(new URL("../../../../docs/your-own-bank.md", import.meta.url), "utf8"),
      )?.[1] ?? "{}",
    ),
  ).holdings;

const bankAt = (origin: string): TokenBank => {
  const plain = plainBank(origin);
  const kind = { of: "type", map: { DEPOT: "investment/brokerage" }, else: "depository/checking" };
  const fields = { ...plain.accounts.fields, kind };
  const accounts = { ...plain.accounts, fields };
  const description = BankDescription.parse({ ...plain, accounts, holdings: DESCRIBED });
  if (description.protocol !== "token") throw new Error("it has a token");
  return description;
};

const ACCOUNTS = [
  { id: "giro", name: "Giro", balance: 5, type: "GIRO" },
  { id: "depot", name: "Depot", balance: 520.5, type: "DEPOT" },
];
const POSITIONS = [
  { isin: "US0378331005", title: "Apple", kind: "SHARE", units: "2.5", price: 200, bought_for: 0 },
  {
    symbol: "BTC",
    title: "Bitcoin",
    kind: "COIN",
    units: 0.5,
    worth: { amount: 20.5 },
    bought_for: 3,
  },
  {
    symbol: "BTC",
    title: "Bitcoin",
    kind: "COIN",
    units: 0.5,
    worth: { amount: 20.5 },
    bought_for: 4,
  },
];

/** The response of `/investments/holdings/get` for an Item at a bank with these positions. */
const heldAt = async (positions: unknown) => {
  const mock = await mockServer((_, { pathname }) => {
    if (pathname === "/accounts") return { body: ACCOUNTS };
    if (pathname === "/accounts/depot/positions") return { body: { positions } };
    return pathname.endsWith("/rows") ? { body: { rows: [] } } : { status: 404 };
  });
  const { app, linkItem } = await describedApp(bankAt(mock.origin));
  const { access_token } = await linkItem(
    { token: "token-1" },
    { products: ["transactions"], optional_products: ["investments"] },
  );
  return app.post("/investments/holdings/get", { ...app.credentials, access_token });
};

test("positions of a described bank are holdings: by their numbers, priced, and without a cost that is not known", async () => {
  const { securities, holdings } = Held.parse({ ...(await heldAt(POSITIONS)).body });
  expect(securities).toMatchObject([
    { isin: "US0378331005", ticker_symbol: null, name: "Apple", type: "equity", close_price: 200 },
    { isin: null, ticker_symbol: "BTC", type: "cryptocurrency", close_price: 41 },
  ]);
  expect(holdings).toMatchObject([
    { quantity: 2.5, institution_price: 200, institution_value: 500, cost_basis: null },
    { quantity: 1, institution_price: 41, institution_value: 41, cost_basis: 7 },
  ]);
});

test("lots of a described bank are in the entry of their position; one without units makes none of them", async () => {
  const purchase = { number: 7, day: "2024-05-06", units: "1.5", price: 100, paid: 0 };
  const position = { isin: "US0378331005", title: "Apple", kind: "SHARE", units: 2.5, price: 200 };
  const coin = { symbol: "BTC", title: "Bitcoin", kind: "COIN", units: 1, price: 41 };
  const { holdings } = Held.parse({
    ...(
      await heldAt([
        { ...position, purchases: [purchase, { units: 1 }, { units: 0 }] },
        { ...coin, purchases: [purchase, { units: "two" }] },
        { ...coin, symbol: "ETH", purchases: "none" },
      ])
    ).body,
  });
  const unknown = { purchase_price: null, cost_basis: null, current_value: null };
  expect(holdings.map(({ tax_lots }) => tax_lots)).toEqual([
    [
      {
        institution_lot_id: "7",
        original_purchase_datetime: "2024-05-06T00:00:00Z",
        ...{ ...unknown, quantity: 1.5, purchase_price: 100, position_type: "LONG" },
      },
      {
        ...{ institution_lot_id: null, original_purchase_datetime: null },
        ...{ ...unknown, quantity: 1, position_type: "LONG" },
      },
    ],
    [],
    [],
  ]);
});

test("joined positions of a described bank have their lots only if these are of all units", async () => {
  const coin = { symbol: "BTC", title: "Bitcoin", kind: "COIN", units: 1, price: 41 };
  const lots = async (...positions: object[]) => {
    const { holdings } = Held.parse({ ...(await heldAt(positions)).body });
    return holdings.map(({ tax_lots }) => tax_lots.map(({ quantity }) => quantity));
  };
  const bought = { ...coin, purchases: [{ units: 1 }] };
  expect(await lots(bought, bought)).toEqual([[1, 1]]);
  expect(await lots(bought, coin)).toEqual([[]]);
  expect(await lots(coin, bought, bought)).toEqual([[]]);
  expect(await lots(bought, { ...coin, units: 0 })).toEqual([[1]]);
});

test.each([
  ["without units", [{ isin: "US0378331005", price: 2 }]],
  ["with units in words", [{ isin: "US0378331005", price: 2, units: "two" }]],
  ["without a worth and a price", [{ isin: "US0378331005", units: 2 }]],
  ["that are no list", { isin: "US0378331005" }],
])("positions %s are refused", async (_, positions) => {
  expect((await heldAt(positions)).body.error_code).toBe("UNSUPPORTED_RESPONSE");
});

test("a description of holdings without a worth or a price is refused, and examples are compared", async () => {
  const bank = bankAt("https://bank.example");
  const { value: _, price: __, ...fields } = bank.holdings?.fields ?? {};
  const without = { ...bank, holdings: { ...bank.holdings, fields } };
  expect(BankDescription.safeParse(without).error?.issues).toMatchObject([
    { path: ["holdings", "fields"], message: "must have a value or a price" },
  ]);
  const examples = {
    ...{ source: "a mock", period: { from: "2026-01-01", to: "2026-01-31" } },
    exchanges: [
      { request: "/accounts", response: ACCOUNTS.slice(1) },
      { request: "/accounts/depot/rows", response: { rows: [] } },
      { request: "/accounts/depot/positions", response: { positions: POSITIONS.slice(0, 1) } },
    ],
    ...{ accounts: [{ key: "depot" }], transactions: [], securities: [{ isin: "US0378331005" }] },
  };
  expect(await checkExamples(bank, { ...examples, holdings: [{ quantity: 2.5 }] })).toEqual([]);
  expect(await checkExamples(bank, { ...examples, holdings: [{ quantity: 3 }] })).toEqual([
    "holdings[0].quantity is 2.5, and the examples have 3",
  ]);
});
