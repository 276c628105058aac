import { expect, test } from "vitest";
import { ownLine } from "../domain/bank-values.ts";
import { joined, statement, transaction } from "./statement.fixture.ts";
import { WRITERS } from "./writers.ts";

const STATEMENT = statement({
  balances: [{ kind: "opening", amount: "1000", date: "2026-01-01" }],
  transactions: [
    transaction({
      payee: "Moonbean; Coffee",
      description: 'CARD 4279 "MOON"',
      id: "T1",
      category: "Food:Coffee shop",
    }),
    transaction({
      date: "2026-01-16",
      amount: "2500",
      description: "(SALARY)  ACME | JAN",
      memo: "\\ bonus",
    }),
    transaction({
      date: "2026-01-17",
      amount: "-500",
      currency: "JPY",
      pending: true,
      checkNumber: "42",
    }),
  ],
});

const write = (format: "ledger" | "hledger" | "beancount", written = STATEMENT) =>
  joined(WRITERS[format].write([written], { day: "2026-02-01" }));

test("ledger and hledger read the same journal", async () => {
  const journal = await write("ledger");
  expect(journal).toBe(await write("hledger"));
  expect(journal).toBe(`tag description
tag memo
tag id
tag reference
tag counterparty

account Assets:Checking
account Equity:Opening
commodity USD

2026-01-01 * Opening balance
    Assets:Checking  1000.00 USD
    Equity:Opening  -1000.00 USD

account Expenses:Food:Coffee-shop

2026-01-15 * Moonbean Coffee
    ; description: CARD 4279 "MOON"
    ; id: T1
    Assets:Checking  -4.14 USD
    Expenses:Food:Coffee-shop  4.14 USD

account Income:Unknown

2026-01-16 * SALARY) ACME JAN
    ; memo: \\ bonus
    Assets:Checking  2500.00 USD
    Income:Unknown  -2500.00 USD

account Expenses:Unknown
commodity JPY

2026-01-17 ! (42) Unknown
    Assets:Checking  -500 JPY
    Expenses:Unknown  500 JPY

`);
});

test("beancount gets its accounts opened and its texts quoted", async () => {
  expect(await write("beancount")).toBe(`1900-01-01 open Assets:Checking
1900-01-01 open Equity:Opening
2026-01-01 * "Opening balance"
  Assets:Checking  1000.00 USD
  Equity:Opening  -1000.00 USD

1900-01-01 open Expenses:Food:Coffee-shop
2026-01-15 * "Moonbean; Coffee" "CARD 4279 \\"MOON\\""
  id: "T1"
  Assets:Checking  -4.14 USD
  Expenses:Food:Coffee-shop  4.14 USD

1900-01-01 open Income:Unknown
2026-01-16 * "(SALARY) ACME | JAN"
  memo: "\\\\ bonus"
  Assets:Checking  2500.00 USD
  Income:Unknown  -2500.00 USD

1900-01-01 open Expenses:Unknown
2026-01-17 ! ""
  check: "42"
  Assets:Checking  -500 JPY
  Expenses:Unknown  500 JPY

`);
});

test("a card and a line of credit are liabilities", async () => {
  const { account } = STATEMENT;
  for (const type of ["credit card", "line of credit"] as const)
    expect(
      await write("ledger", {
        ...STATEMENT,
        account: { ...account, type, name: ownLine("my card") },
      }),
    ).toContain("    Liabilities:My-card  -4.14 USD\n");
});
