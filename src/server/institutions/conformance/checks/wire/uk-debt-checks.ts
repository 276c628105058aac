import type { Check } from "../../check.ts";
import type { ConsentObservations } from "../../consents/observations.ts";
import { readFields, readText } from "../../reply.ts";
import { amountFault, faultIn, momentFault, quoted, type Row, rowsAt } from "./findings.ts";

type Details = ConsentObservations["details"][number];

/** The kinds of cards and loans in versions 3.1 and 4.0. */
const CARD = /^(CreditCard|ChargeCard|CARD)$/;
const LOAN = /^(Loan|Mortgage|LOAN|MORT)$/;

/** A check of each read account of some kinds, which only `liabilities` needs. */
const inDebts = (
  kind: RegExp,
  check: Omit<Check, "area" | "find" | "level"> & { faultOf(details: Details): string | null },
): Check => ({
  ...check,
  area: "Data",
  level: "should",
  find: ({ accounts, consent }) => {
    const ids = (rowsAt(accounts?.body, "Data.Account") ?? [])
      .filter((row) => kind.test(String(row.AccountSubType ?? row.AccountTypeCode)))
      .map((row) => readText(row, "AccountId"));
    const own = (consent?.details ?? []).filter(({ id }) => ids.includes(id));
    if (own.length === 0) return undefined;
    return own.map(check.faultOf).find((fault) => fault !== null) ?? null;
  },
});

/** A check of the newest statement of each card. */
const inCardStatements = (
  check: Omit<Check, "area" | "find" | "level"> & { faultOf(statement: Row): string | null },
): Check =>
  inDebts(CARD, {
    ...check,
    faultOf: ({ statements }) => {
      const rows = statements?.failure === null ? rowsAt(statements.body, "Data.Statement") : null;
      const newest = rows?.toSorted((a, b) => endOf(b).localeCompare(endOf(a)))[0];
      return newest ? check.faultOf(newest) : null;
    },
  });

const endOf = (statement: Row): string => readText(statement, "EndDateTime") ?? "";

/** The row of a list whose type ends with a name, with any prefix. */
const rowOfType = (statement: Row, list: string, name: string): Row | undefined =>
  rowsAt(statement, list)?.find(({ Type }) => String(Type).split(".").at(-1) === name);

const statementAmountFault = (statement: Row, name: string): string | null => {
  const row = rowOfType(statement, "StatementAmount", name);
  if (!row) return `${name} is missing`;
  const field = `the Amount of ${name}`;
  return amountFault(readFields(row.Amount).Amount, { field, isSigned: false });
};

/** The checks of cards and loans in UK Open Banking. */
export const ukDebtChecks: readonly Check[] = [
  inDebts(CARD, {
    id: "card-limit",
    what: "says the limit of each card",
    fix: "add a CreditLine with an Amount to the balances of a card",
    faultOf: ({ balances }) => {
      if (balances.failure !== null) return null;
      const lines = (rowsAt(balances.body, "Data.Balance") ?? []).flatMap(
        (row) => rowsAt(row, "CreditLine") ?? [],
      );
      const field = "the Amount of a CreditLine";
      return lines.length === 0
        ? "a card has no CreditLine"
        : faultIn(lines, (line) =>
            amountFault(readFields(line.Amount).Amount, { field, isSigned: false }),
          );
    },
  }),
  inCardStatements({
    id: "card-statement-balance",
    what: "says the balance of each card's last statement",
    fix: "add an amount of the type ClosingBalance to StatementAmount: Debit for what is owed",
    faultOf: (statement) => {
      const fault = statementAmountFault(statement, "ClosingBalance");
      const row = rowOfType(statement, "StatementAmount", "ClosingBalance");
      const direction = row?.CreditDebitIndicator;
      return fault === null && direction !== "Credit" && direction !== "Debit"
        ? `CreditDebitIndicator of ClosingBalance is ${quoted(direction)}`
        : fault;
    },
  }),
  inCardStatements({
    id: "card-minimum-payment",
    what: "says the least payment of each card",
    fix: "add an amount of the type MinimumPaymentDue to StatementAmount",
    faultOf: (statement) => statementAmountFault(statement, "MinimumPaymentDue"),
  }),
  inCardStatements({
    id: "card-due-day",
    what: "says when the payment of each card is due",
    fix: "add a time of the type PaymentDue to StatementDateTime, in ISO 8601 with a zone, after EndDateTime",
    faultOf: (statement) => {
      const due = rowOfType(statement, "StatementDateTime", "PaymentDue")?.DateTime;
      const fault = momentFault(due, "PaymentDue");
      if (fault !== null) return fault;
      return Date.parse(String(due)) < Date.parse(endOf(statement))
        ? "PaymentDue is before EndDateTime"
        : null;
    },
  }),
  inCardStatements({
    id: "card-rate",
    what: "says the yearly rate of each card's purchases",
    fix: "add a rate of the type AnnualPurchase to StatementRate, with a Rate such as 0.224 for 22.4 %",
    faultOf: (statement) => {
      const row = rowOfType(statement, "StatementRate", "AnnualPurchase");
      if (!row) return "AnnualPurchase is missing";
      return /^\d{1,3}(\.\d{1,4})?$/.test(String(row.Rate))
        ? null
        : `the Rate of AnnualPurchase is ${quoted(row.Rate)}`;
    },
  }),
  inDebts(LOAN, {
    id: "loan-direction",
    what: "says of a loan that it is owed",
    fix: "make CreditDebitIndicator Debit in the balances of a loan",
    faultOf: ({ balances }) =>
      faultIn(rowsAt(balances.body, "Data.Balance") ?? [], (row) =>
        row.CreditDebitIndicator === "Credit" && Number(readFields(row.Amount).Amount) > 0
          ? 'CreditDebitIndicator of a loan is "Credit"'
          : null,
      ),
  }),
];
