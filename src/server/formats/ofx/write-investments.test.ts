import fc from "fast-check";
import { expect, test } from "vitest";
import type { InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import { samples } from "../../../testing/property-samples.ts";
import { hostileInvested } from "../hostile-investments.fixture.ts";
import { readStatements } from "../index.ts";
import { CASH, cash, holding, invested, security, trade } from "../portfolio.fixture.ts";
import { joined, statement, transaction } from "../statement.fixture.ts";
import type { StatementStream } from "../statement.ts";
import { writeOfx } from "./write.ts";

const write = (...statements: StatementStream[]) =>
  joined(writeOfx(statements, { day: "2026-01-31" }));

const read = async (...statements: StatementStream[]) => {
  const { statements: found, leftOut } = readStatements(Buffer.from(await write(...statements)));
  expect(leftOut.count).toBe(0);
  return found;
};

const OPTION = security("OPT1", {
  type: "derivative",
  option_contract: {
    ...{ contract_type: "put", expiration_date: "2026-06-19", strike_price: 45 },
    underlying_security_ticker: "ACME",
  },
});
const BOND = security("BOND", {
  type: "fixed income",
  fixed_income: {
    yield_rate: { percentage: 4.5, type: "coupon" },
    ...{ maturity_date: "2031-01-15", issue_date: null, face_value: 1000 },
  },
});

test.each<[string, Security, Partial<InvestmentTransaction>, string]>([
  ["a share", security("ACME"), {}, "BUYSTOCK"],
  ["a fund", security("FUND", { type: "mutual fund" }), {}, "BUYMF"],
  ["a bond", BOND, {}, "BUYDEBT"],
  ["an option", OPTION, {}, "BUYOPT"],
  ["another security", security("COIN", { type: "cryptocurrency" }), {}, "BUYOTHER"],
  [
    "a sale",
    security("ACME"),
    { type: "sell", subtype: "sell", quantity: -4, amount: -240 },
    "SELLSTOCK",
  ],
  [
    "a short sale of an option",
    OPTION,
    { type: "sell", subtype: "sell short", quantity: -1, amount: -90 },
    "SELLOPT",
  ],
  ["a bond sold", BOND, { type: "sell", subtype: "sell", quantity: -1, amount: -990 }, "SELLDEBT"],
  ["a purchase to cover", security("ACME"), { subtype: "buy to cover" }, "BUYSTOCK"],
  ["a reinvested dividend", security("ACME"), { subtype: "dividend reinvestment" }, "REINVEST"],
  [
    "a dividend",
    security("ACME"),
    { type: "cash", subtype: "dividend", quantity: 0, amount: -7.25, price: 0 },
    "INCOME",
  ],
  [
    "a fee of a fund",
    security("ACME"),
    { type: "fee", subtype: "miscellaneous fee", quantity: 0, amount: 3, price: 0 },
    "INVEXPENSE",
  ],
  [
    "principal that comes back",
    security("ACME"),
    { type: "cash", subtype: "return of principal", quantity: 0, amount: -9, price: 0 },
    "RETOFCAP",
  ],
  [
    "shares that leave",
    security("ACME"),
    { type: "transfer", subtype: "transfer", quantity: -3, amount: 0, price: 0 },
    "TRANSFER",
  ],
  [
    "a split",
    security("ACME"),
    { type: "transfer", subtype: "split", quantity: 5, amount: 0, price: 0 },
    "SPLIT",
  ],
  [
    "an assignment",
    OPTION,
    { type: "buy", subtype: "assignment", quantity: 2, amount: 0, price: 0 },
    "CLOSUREOPT",
  ],
])("%s is written so that it is read as the same", async (_, own, fields, name) => {
  const row = trade("T1", own.security_id, { fees: 1.5, ...fields });
  const portfolio = {
    ...{ securities: [own, CASH], holdings: [holding(own.security_id), cash(20)] },
    transactions: [row],
  };
  expect(await write(invested(portfolio))).toContain(`<${name}>`);
  const [found] = await read(invested(portfolio));
  const { date, type, subtype, quantity, amount, price } = row;
  expect(found?.investments?.transactions).toMatchObject([
    {
      ...{ id: "T1", date, memo: "Trade T1", type, subtype, quantity, amount },
      ...(["CLOSUREOPT", "SPLIT", "TRANSFER"].includes(name) ? {} : { price }),
    },
  ]);
  const [described] = found?.investments?.securities ?? [];
  expect(described).toMatchObject({
    ...{ idType: "ISIN", id: own.isin, name: own.name, ticker: own.ticker_symbol },
    type: own.type === "cryptocurrency" ? "other" : own.type,
    ...(own.option_contract && { option: { type: "put", strike: 45, expires: "2026-06-19" } }),
    ...(own.fixed_income && { bond: { coupon: 4.5, matures: "2031-01-15", faceValue: 1000 } }),
  });
});

test("the loan on the securities is a balance below zero, which is read as the same loan", async () => {
  const share = holding("ACME");
  const portfolio = {
    ...{ securities: [security("ACME"), CASH], holdings: [share, cash(20)] },
    ...{ transactions: [], marginLoan: 12.5 },
  };
  const [found] = await read(invested(portfolio));
  expect(found?.investments).toMatchObject({ cash: 20, marginLoan: 12.5 });
  const closing = found?.balances.find(({ kind }) => kind === "closing");
  expect(Number(closing?.amount)).toBe(share.institution_value + 20 - 12.5);
});

test("a split tells the units before and after it, and its ratio", async () => {
  const split = trade("S", "ACME", {
    ...{ type: "transfer", subtype: "split", quantity: 20, amount: 0, date: "2026-01-12" },
  });
  const sale = trade("T", "ACME", {
    ...{ type: "sell", subtype: "sell", quantity: -5, amount: -100, date: "2026-01-20" },
  });
  const portfolio = {
    ...{ securities: [security("ACME")], holdings: [holding("ACME", { quantity: 25 })] },
    transactions: [sale, split],
  };
  expect(await write(invested(portfolio))).toContain(
    "<OLDUNITS>10</OLDUNITS><NEWUNITS>30</NEWUNITS><NUMERATOR>3</NUMERATOR><DENOMINATOR>1</DENOMINATOR>",
  );
});

test("a trade that takes back another one names it, and has its form", async () => {
  const back = trade("T2", "ACME", {
    ...{ type: "cancel", subtype: "adjustment", quantity: -10, amount: -500 },
    cancel_transaction_id: "T1",
  });
  const portfolio = { securities: [security("ACME")], transactions: [back, trade("T1", "ACME")] };
  const [found] = await read(invested(portfolio));
  expect(found?.investments?.transactions).toMatchObject([
    { id: "T1", type: "buy" },
    { id: "T2", type: "cancel", cancels: "T1", quantity: -10, amount: -500 },
  ]);
});

test("positions add up with the cash, short ones and those of another currency", async () => {
  const euro = { iso_currency_code: "EUR" };
  const short = { quantity: -2, institution_value: -120 };
  const portfolio = {
    securities: [security("ACME"), security("LONDON", euro), security("SHORT"), CASH],
    holdings: [
      holding("ACME"),
      holding("LONDON", { ...euro, institution_value: 100 }),
      holding("SHORT", short),
      cash(55.25),
    ],
  };
  const balances = [{ kind: "closing" as const, amount: "645.25", date: "2026-01-31" }];
  const [found] = await read(invested(portfolio, { balances }));
  expect(found?.account).toMatchObject({ id: "9900009606", type: "investment", currency: "USD" });
  expect(found?.investments?.cash).toBe(55.25);
  expect(found?.investments?.holdings).toMatchObject([
    { quantity: 10, value: 600, price: 60, priceDay: "2026-01-30", type: "equity" },
    { value: 100, currency: "EUR", rate: 1.1 },
    { quantity: -2, value: -120 },
  ]);
  expect(found?.balances).toMatchObject([
    { kind: "closing", amount: "645.25" },
    { kind: "available", amount: "55.25" },
  ]);
});

test("a statement has the trades of its days, and the rows of cash only if there are no trades", async () => {
  const rows = [transaction({ amount: "12.5", description: "Interest" })];
  const on = (id: string, date: string) => trade(id, "ACME", { date });
  const portfolio = {
    securities: [security("ACME")],
    transactions: [on("C", "2026-02-01"), on("B", "2026-01-31"), on("A", "2025-12-31")],
  };
  const [with_] = await read(invested(portfolio, { transactions: rows }));
  expect(with_?.investments?.transactions.map(({ id }) => id)).toEqual(["B"]);
  const [without] = await read(invested({}, { transactions: rows }));
  expect(without?.investments?.transactions).toMatchObject([
    { type: "cash", amount: -12.5, memo: "Interest" },
  ]);
});

test("bank accounts come first, and each security is described once", async () => {
  const one = { securities: [security("ACME"), CASH], holdings: [holding("ACME"), cash(1)] };
  const text = await write(statement(), invested(one), invested(one));
  expect(text.match(/<SECNAME>/g)).toHaveLength(1);
  expect(text.indexOf("BANKMSGSRSV1")).toBeLessThan(text.indexOf("INVSTMTMSGSRSV1"));
  expect(text.indexOf("</INVSTMTMSGSRSV1>")).toBeLessThan(text.indexOf("<SECLISTMSGSRSV1>"));
});

test("any movements and texts are read without one left out", async () => {
  await fc.assert(
    fc.asyncProperty(hostileInvested(), async (written) => {
      const [found] = await read(written);
      const { from, to, portfolio } = written;
      const isShown = ({ date }: { date: string }) => date >= String(from) && date <= String(to);
      expect(found?.investments?.transactions.length).toBe(
        portfolio?.transactions.filter(isShown).length,
      );
      expect(found?.investments?.day).toBe("2026-01-31");
    }),
    { numRuns: samples(500) },
  );
});

test("texts of any kind end no element", async () => {
  const hostile = "</MEMO><FITID>9</FITID>\n& <INVBAL>";
  const own = security("ACME", {
    ...{ name: hostile, ticker_symbol: hostile, isin: null, institution_security_id: hostile },
  });
  const row = trade(hostile, "ACME", { name: hostile });
  const [found] = await read(
    invested({ securities: [own], holdings: [holding("ACME")], transactions: [row] }),
  );
  const line = "</MEMO><FITID>9</FITID> & <INVBAL>";
  expect(found?.investments).toMatchObject({
    securities: [{ idType: "OTHER", id: "ACME", name: line, ticker: line.slice(0, 32) }],
    transactions: [{ id: line, memo: line }],
  });
});
