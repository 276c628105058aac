import { describe, expect, test, vi } from "vitest";
import { Holding, InvestmentTransaction, Security } from "../../../../../protocol/investments.ts";
import { ownId } from "../../../../domain/bank-values.ts";
import { ofAccounts } from "../../../../domain/transactions/investments/investments.ts";
import { readPositions as read } from "./read-positions.fixture.ts";

const trade = (fields: object) => ({
  transactionId: "t-1",
  postedTimestamp: "2026-02-03T10:00:00Z",
  status: "POSTED",
  amount: 100,
  ...fields,
});

describe("the positions of FDX", () => {
  test("a share, a fund and a bond have their numbers, units, worth and cost; what is not told is null", async () => {
    const { securities, holdings } = await read({
      holdings: [
        {
          ...{ securityId: "037833100", securityIdType: "CUSIP", symbol: "AAPL", units: 2 },
          ...{ holdingName: "Apple", holdingType: "STOCK", marketValue: 410.5 },
          ...{ currentUnitPrice: 205.25, currentUnitPriceDate: "2026-02-02" },
          taxLots: [
            { quantity: 1.5, costBasis: 200 },
            { quantity: 0.5, costBasis: 71.25 },
          ],
        },
        { symbol: "FUND", holdingType: "MUTUALFUND", units: "3", marketValue: null },
        {
          securityId: "B-77",
          securityIdType: "VALOR",
          units: 5000,
          currentUnitPrice: 98.5,
          holdingType: "BOND",
          marketValue: 4925,
          purchasedPrice: 0,
          debtSecurity: { couponRate: 4.5, bondMaturityDate: "2031-05-15", parValue: 1000 },
        },
      ].filter(({ units }) => typeof units === "number"),
    });
    expect(securities).toMatchObject([
      {
        ...{ key: "cusip 037833100 USD", cusip: "037833100", isin: null, sedol: null },
        ...{ ticker_symbol: "AAPL", name: "Apple", type: "equity", close_price: 205.25 },
        ...{ close_price_as_of: "2026-02-02", is_cash_equivalent: null },
      },
      {
        ...{ cusip: null, institution_security_id: "B-77", type: "fixed income" },
        fixed_income: {
          yield_rate: { percentage: 4.5, type: "coupon" },
          ...{ maturity_date: "2031-05-15", issue_date: null, face_value: 1000 },
        },
      },
    ]);
    expect(holdings).toMatchObject([
      { quantity: 2, institution_price: 205.25, institution_value: 410.5, cost_basis: 271.25 },
      // The price of a bond is in percent; a unit is worth another amount.
      { quantity: 5000, institution_price: 0.985, institution_value: 4925, cost_basis: null },
    ]);
  });

  test.each([
    ["by its price", { units: 2.5, currentUnitPrice: 4 }, { institution_value: 10, quantity: 2.5 }],
    ["without units", { marketValue: 10, currentUnitPrice: 4 }, { quantity: 2.5 }],
    ["without a price", { marketValue: 10 }, { quantity: 1, institution_price: 10 }],
    [
      "that was sold short",
      { units: 2, marketValue: 10, positionType: "SHORT" },
      { quantity: -2, institution_value: -10, institution_price: 5 },
    ],
    [
      "whose lots are a part of it",
      { units: 2, marketValue: 10, purchasedPrice: 3, taxLots: [{ quantity: 1, costBasis: 9 }] },
      { cost_basis: 6 },
    ],
    ["whose cost is 0", { units: 2, marketValue: 10, purchasedPrice: 0 }, { cost_basis: null }],
    [
      "in another currency",
      { units: 1, marketValue: 9, currency: { currencyCode: "CAD" } },
      { iso_currency_code: "CAD" },
    ],
  ])("a position %s is read", async (_, fields, expected) => {
    const { holdings } = await read({ holdings: [{ symbol: "ABC", ...fields }] });
    expect(holdings).toMatchObject([expected]);
  });

  test("a position of unknown worth is left out, and one with wrong units refused", async () => {
    expect((await read({ holdings: [{ symbol: "ABC", units: 2 }] })).holdings).toEqual([]);
    await expect(read({ holdings: [{ symbol: "ABC", units: "two" }] })).rejects.toThrow();
  });

  test("positions of one security, as a plan has them by source, are one holding", async () => {
    const part = { symbol: "ABC", currentUnitPrice: 5, units: 2, purchasedPrice: 4 };
    const { holdings, securities } = await read({
      holdings: [part, { ...part, units: 3, inv401kSource: "MATCH" }],
      vesting: [{ symbol: "ABC", vestedQuantity: 4, vestedBalance: 20 }],
    });
    expect(securities).toHaveLength(1);
    expect(holdings).toMatchObject([
      {
        quantity: 5,
        institution_value: 25,
        institution_price: 5,
        cost_basis: 20,
        vested_quantity: 4,
        vested_value: 20,
      },
    ]);
  });

  test("cash is a holding of its own, also if only the balance proves that no position has it", async () => {
    const share = { symbol: "ABC", units: 2, marketValue: 10 };
    const listed = await read({
      ...{ currentValue: 17.5, availableCashBalance: 7.5 },
      holdings: [share, { holdingSubType: "CASH", marketValue: 7.5 }],
    });
    const proven = await read({ currentValue: 17.5, availableCashBalance: 7.5, holdings: [share] });
    for (const { holdings } of [listed, proven])
      expect(holdings).toMatchObject([
        { institution_value: 10 },
        { securityKey: "cash USD", quantity: 7.5, institution_price: 1, cost_basis: null },
      ]);
    const unproven = { currentValue: 40, availableCashBalance: 7.5, holdings: [share] };
    expect((await read(unproven)).holdings).toHaveLength(1);
  });
});

test("a position whose numbers no person has is left out, alone or joined, and the others stay", async () => {
  const { securities, holdings } = await read({
    holdings: [
      { symbol: "TINY", holdingType: "STOCK", marketValue: 1e12, currentUnitPrice: 1e-300 },
      { symbol: "HUGE", holdingType: "STOCK", units: 1e15, currentUnitPrice: 1e15 },
      { symbol: "DEAR", holdingType: "STOCK", units: 1e-300, marketValue: 1e12 },
      { symbol: "SUM", holdingType: "STOCK", units: 1e15, marketValue: 1 },
      { symbol: "SUM", holdingType: "STOCK", units: 1e15, marketValue: 1 },
      { symbol: "COST", units: 1e9, currentUnitPrice: 1, purchasedPrice: 1e15 },
      { symbol: "ABC", units: 2, currentUnitPrice: 5, purchasedPrice: 4 },
    ],
  });
  const names = new Map(securities.map(({ key, ticker_symbol }) => [key, ticker_symbol]));
  expect(
    holdings.map(({ securityKey, cost_basis }) => [names.get(securityKey), cost_basis]),
  ).toEqual([
    ["COST", null],
    ["ABC", 8],
  ]);
});

test("each of 10,000 positions finds its vested part among as many by one look at its list", async () => {
  const symbols = Array.from({ length: 10_000 }, (_, index) => `S${index}`);
  const filter = vi.spyOn(Array.prototype, "filter");
  const { holdings } = await read({
    holdings: symbols.map((symbol) => ({ symbol, units: 2, marketValue: 10 })),
    vesting: symbols.map((symbol) => ({ symbol, vestedQuantity: 1, vestedBalance: 5 })),
  });
  const lists: unknown[] = [...filter.mock.contexts];
  filter.mockRestore();
  const looks = lists.filter((list) => Array.isArray(list) && list.length === symbols.length);
  expect(holdings).toHaveLength(10_000);
  expect(holdings.every(({ vested_quantity }) => vested_quantity === 1)).toBe(true);
  expect(looks.length).toBeLessThan(10);
});

test("a position without a ticker has no part of a grant without one", async () => {
  const { holdings } = await read({
    holdings: [{ holdingName: "Fund", units: 2, marketValue: 10 }],
    vesting: [{ vestedQuantity: 1, vestedBalance: 5 }],
  });
  expect(holdings).toMatchObject([{ vested_quantity: null, vested_value: null }]);
});

describe("the investment transactions of FDX", () => {
  test.each([
    ["PURCHASED", { units: -2, debitCreditMemo: "DEBIT" }, ["buy", "buy", 2, 100]],
    ["SOLD", { units: 2, debitCreditMemo: "CREDIT" }, ["sell", "sell", -2, -100]],
    ["SOLD", { units: 2 }, ["sell", "sell", -2, -100]],
    ["PURCHASEDTOCOVER", { shares: 2 }, ["buy", "buy to cover", 2, 100]],
    ["DIVIDEND", { debitCreditMemo: "CREDIT" }, ["cash", "dividend", 0, -100]],
    ["DIVIDENDREINVEST", { units: 1 }, ["buy", "dividend reinvestment", 1, 100]],
    [
      "REINVESTOFINCOME",
      { units: 1, incomeType: "CGLONG" },
      ["buy", "long-term capital gain reinvestment", 1, 100],
    ],
    ["INCOME", { incomeType: "CGSHORT" }, ["cash", "short-term capital gain", 0, -100]],
    ["FEE", { debitCreditMemo: "DEBIT" }, ["fee", "account fee", 0, 100]],
    ["SPLIT", { oldUnits: 3, newUnits: 6, amount: 0 }, ["transfer", "split", 3, 0]],
    ["TRANSFER", { units: 4, transferAction: "OUT" }, ["transfer", "transfer", -4, 0]],
    ["CONTRIBUTION", {}, ["cash", "contribution", 0, -100]],
    ["CHECK", { debitCreditMemo: "DEBIT" }, ["cash", "withdrawal", 0, 100]],
    ["constructor", {}, ["cash", "deposit", 0, -100]],
    [
      "SOLD",
      { units: 2, referenceTransactionId: "t-0", debitCreditMemo: "DEBIT" },
      ["cancel", "adjustment", 2, 100],
    ],
  ])("%s %j is %j", async (transactionType, fields, [type, subtype, quantity, amount]) => {
    const { transactions } = await read({}, [trade({ transactionType, ...fields })]);
    expect(transactions).toMatchObject([{ type, subtype, quantity, amount, price: 0, fees: null }]);
  });

  test("a ticker names the security that is held by its number, and a pending trade is left out", async () => {
    const { securities, transactions } = await read(
      {
        holdings: [
          { securityId: "US0378331005", securityIdType: "ISIN", symbol: "AAPL", marketValue: 5 },
        ],
      },
      [
        trade({
          transactionType: "PURCHASED",
          symbol: "AAPL",
          units: 1,
          unitPrice: 99,
          commission: 0.5,
          fees: 0.5,
        }),
        trade({ transactionId: "t-2", symbol: "GONE", transactionType: "SOLD", units: 1 }),
        trade({ transactionId: "t-3", status: "PENDING" }),
        trade({ transactionId: "t-4", postedTimestamp: "2025-12-31" }),
      ],
    );
    expect(securities.map(({ key }) => key)).toEqual(["isin US0378331005 USD", "ticker GONE USD"]);
    expect(transactions).toMatchObject([
      { securityKey: "isin US0378331005 USD", price: 99, fees: 1 },
      { securityKey: "ticker GONE USD" },
    ]);
  });

  test("all that is read is as the API returns it", async () => {
    const reading = await read(
      {
        holdings: [
          { symbol: "ABC", units: 2, marketValue: 10 },
          { holdingName: "None", marketValue: 3 },
        ],
      },
      [trade({ transactionType: "SOLD", symbol: "ABC", units: 1, referenceTransactionId: "t-0" })],
    );
    const account = { key: ownId("a-1"), account: { account_id: "acc" } };
    const own = ofAccounts({ itemId: "i", institutionId: "ins_1" }, [account], reading).get("acc");
    for (const security of own?.securities ?? []) Security.parse(security);
    for (const holding of own?.holdings ?? []) Holding.parse(holding);
    for (const transaction of own?.transactions ?? []) InvestmentTransaction.parse(transaction);
    expect(own?.holdings).toHaveLength(2);
  });
});
