import { parse as parseCsv } from "csv-parse/sync";
import { CashManagementEndOfDayReport } from "iso20022.js";
// @ts-expect-error It has no types.
import mt940js from "mt940js";
import { parse } from "ofx-js";
import { expect, test } from "vitest";
import { joined, statement, transaction } from "./statement.fixture.ts";
import type { StatementStream } from "./statement.ts";
import { WRITERS } from "./writers.ts";

const { Parser } = mt940js as {
  Parser: new () => { parse(text: string): { transactions: { amount: number }[] }[] };
};

const TITLES = [
  "Café & Bar",
  '<b>AT&T</b> "x"',
  "a;b|c",
  "(SALARY)  JAN",
  "=1+1",
  "日本",
  "?20 :61:",
];

/**
 * A year of transactions, a hundred of them pending. Their texts contain all signs that formats
 * use.
 */
const ROWS = Array.from({ length: 1000 }, (_, at) =>
  transaction({
    date: new Date(Date.UTC(2025, 0, 1 + Math.floor(at / 3))).toISOString().slice(0, 10),
    amount: `${at % 7 === 0 ? "" : "-"}${1 + at}.${1 + (at % 9)}`,
    id: `T${at}`,
    description: TITLES[at % TITLES.length] ?? null,
    payee: at % 3 === 0 ? "Ann" : null,
    pending: at % 10 === 9,
  }),
);
const BOOKED = ROWS.filter(({ pending }) => !pending);
const cents = (amount: string | number) => Math.round(Number(amount) * 100);
const SUM = BOOKED.reduce((sum, { amount }) => sum + cents(amount), 0);

/** Statements of a checking account and a card, whose balances add up. */
const STATEMENTS: StatementStream[] = (["checking", "credit card"] as const).map((type, at) =>
  statement({
    account: { ...statement().account, id: `990000960${at}`, bankId: null, type },
    balances: [
      { kind: "opening" as const, amount: "0", date: "2025-01-01" },
      { kind: "closing" as const, amount: `${SUM / 100}`, date: "2025-12-31" },
    ],
    transactions: ROWS,
  }),
);

const write = (format: "ofx" | "mt940" | "camt" | "csv") =>
  joined(WRITERS[format].write(STATEMENTS, { day: "2026-02-01" }));

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

test("ofx-js reads every booked transaction", async () => {
  const { OFX } = await parse(await write("ofx"));
  const rows: Record<string, string>[] = OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN;
  expect(rows.map(({ FITID }) => FITID)).toEqual(BOOKED.map(({ id }) => id));
  expect(rows.map(({ TRNAMT = "" }) => cents(TRNAMT))).toEqual(
    BOOKED.map(({ amount }) => cents(amount)),
  );
});

test("mt940js reads every booked transaction, and finds that the balances add up", async () => {
  const read = new Parser().parse(await write("mt940"));
  expect(read).toHaveLength(2);
  for (const { transactions } of read) {
    expect(transactions).toHaveLength(BOOKED.length);
    expect(total(transactions.map(({ amount }) => cents(amount)))).toBe(SUM);
  }
});

test("iso20022.js reads every entry of camt.053", async () => {
  const { statements } = CashManagementEndOfDayReport.fromXML(await write("camt"));
  expect(statements).toHaveLength(2);
  for (const { entries } of statements) {
    expect(entries).toHaveLength(BOOKED.length);
    const signed = entries.map(({ creditDebitIndicator, amount }) =>
      creditDebitIndicator === "credit" ? amount : -amount,
    );
    expect(total(signed)).toBe(SUM);
  }
});

test("csv-parse reads every row, and a text that begins as a formula has a quote in front", async () => {
  const rows = parseCsv<Record<string, string>>(await write("csv"), { columns: true });
  const both = [...ROWS, ...ROWS];
  expect(
    rows.map(({ id, amount, status, description }) => [
      id,
      cents(amount ?? ""),
      status,
      description,
    ]),
  ).toEqual(
    both.map(({ id, amount, pending, description }) => [
      id,
      cents(amount),
      pending ? "pending" : "booked",
      description?.replace(/^=/, "'="),
    ]),
  );
});
