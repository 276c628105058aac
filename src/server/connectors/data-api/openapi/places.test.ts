import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyFrom, lineFrom } from "../../../domain/bank-values.ts";
import type { BankTransaction } from "../../../domain/connectors/bank-transaction.ts";
import { valueAt } from "../dialect.ts";
import type { WithReads } from "../dialect-reads.ts";
import { berlinGroup } from "../dialects/berlin-group/dialect.ts";
import { cdr } from "../dialects/cdr/dialect.ts";
import { uk } from "../dialects/uk/dialect.ts";
import { roundTo } from "../values.ts";
import { instancesOf } from "./instances.fixture.ts";
import { openDocument } from "./openapi.fixture.ts";

type Row = Record<string, unknown>;
type Place = (row: Row) => unknown;

const text =
  (...places: string[]): Place =>
  (row) =>
    places.map((place) => lineFrom(valueAt(row, place) as string | undefined, 500)).find(Boolean) ??
    null;
const day =
  (place: string): Place =>
  (row) =>
    String(valueAt(row, place)).slice(0, 10);

/** An amount in the API's form: with its currency's decimals, positive for outflows. */
const leaving = (amount: unknown, currency: unknown, sign: 1 | -1): number =>
  roundTo(sign * Number(amount), currencyFrom(String(currency)));
const ukAmount: Place = (row) => {
  const sign = /^cr/i.test(String(row.CreditDebitIndicator)) ? -1 : 1;
  return leaving(valueAt(row, "Amount.Amount"), valueAt(row, "Amount.Currency"), sign);
};
const berlinAmount: Place = (row) =>
  leaving(valueAt(row, "transactionAmount.amount"), valueAt(row, "transactionAmount.currency"), -1);

type Field = (transaction: BankTransaction) => unknown;
const amount: Field = (transaction) => transaction.amount;
const currency: Field = ({ iso_currency_code, unofficial_currency_code }) =>
  iso_currency_code ?? unofficial_currency_code;

/** The fields of a transaction, and their JSON paths in the document's row. */
const UK: [string, Field, Place][] = [
  ["amount", amount, ukAmount],
  ["currency", currency, text("Amount.Currency")],
  ["date", ({ date }) => date, day("BookingDateTime")],
  ["text", (each) => each.original_description, text("TransactionInformation")],
  ["merchant", (each) => each.merchant_name, text("MerchantDetails.MerchantName")],
  ["payee", (each) => each.payment_meta.payee, text("CreditorAccount.Name")],
  ["payer", (each) => each.payment_meta.payer, text("DebtorAccount.Name")],
  ["reference", (each) => each.payment_meta.reference_number, text("TransactionReference")],
];

const BERLIN: [string, Field, Place][] = [
  ["amount", amount, berlinAmount],
  ["currency", currency, text("transactionAmount.currency")],
  ["date", ({ date }) => date, (row) => row.bookingDate ?? row.valueDate],
  [
    "text",
    (each) => each.original_description,
    (row) => {
      const joined = (place: string) => {
        const lines = [row[place] ?? []].flat() as string[];
        const words = lines.map((line) => lineFrom(line, 500)).filter(Boolean);
        return lineFrom(words.join(" "), 500);
      };
      return (
        text("remittanceInformationUnstructured")(row) ??
        joined("remittanceInformationUnstructuredArray") ??
        text("remittanceInformationStructured")(row) ??
        joined("remittanceInformationStructuredArray") ??
        text("additionalInformation")(row)
      );
    },
  ],
  ["payee", (each) => each.payment_meta.payee, text("creditorName")],
  ["payer", (each) => each.payment_meta.payer, text("debtorName")],
];

const CARDS: [string, Field, Place][] = [
  ["amount", amount, berlinAmount],
  ["currency", currency, text("transactionAmount.currency")],
  ["date", ({ date }) => date, (row) => row.bookingDate ?? row.transactionDate],
  [
    "text",
    (each) => each.original_description,
    text("transactionDetails", "cardAcceptorAddress.townName"),
  ],
];

const CDR: [string, Field, Place][] = [
  ["amount", amount, (row) => leaving(row.amount, row.currency ?? "AUD", -1)],
  ["currency", currency, (row) => row.currency ?? "AUD"],
  [
    "date",
    ({ date }) => date,
    (row) => String(row.postingDateTime ?? row.executionDateTime ?? row.valueDateTime).slice(0, 10),
  ],
  ["pending", ({ pending }) => pending, (row) => row.status === "PENDING"],
  ["text", (each) => each.original_description, text("description")],
  ["merchant", (each) => each.merchant_name, text("merchantName")],
  ["reference", (each) => each.payment_meta.reference_number, text("reference")],
];

type Lists = { withReads: WithReads };
const { withCards } = berlinGroup;
if (!withCards) throw new Error("the Berlin Group lists cards apart");
const cases: [Parameters<typeof openDocument>[0], Lists, string, typeof UK][] = [
  ["uk-3.1.11", uk, "", UK],
  ["uk-4.0", uk, "", UK],
  ["berlin-group-1.3.9", berlinGroup, "/v1", BERLIN],
  ["cdr-1.36.0", cdr, "", CDR],
  ["berlin-group-1.3.9", { withReads: withCards }, "/v1", CARDS],
];

test.each(cases)(
  "%s: each field of a documented row is in its place",
  (name, { withReads }, prefix, fields) =>
    withReads(async ({ transactions, accounts }) => {
      const document = openDocument(name);
      const [answer] = document.answers("GET", `${prefix}${transactions.path}`);
      if (!answer) expect.fail("the document has the path");
      const [account] = await Promise.all([
        accounts.schema.parseAsync({
          AccountId: "a-1",
          accountId: "a-1",
          resourceId: "a-1",
          currency: "EUR",
        }),
      ]);
      const bodies = instancesOf(document.resolve, answer.schema);
      let read = 0;
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const rows = (valueAt(body, transactions.list) ?? []) as Row[];
          for (const row of rows) {
            // A row of another account is left out.
            const own = { ...row, ...("AccountId" in row && { AccountId: "a-1" }) };
            const parsed = transactions.schema.safeParse(own);
            if (!parsed.success) continue;
            const [transaction] = await transactions.toTransactions([parsed.data], account);
            // Some rows are not payments, or not yet.
            if (!transaction) continue;
            read += 1;
            for (const [field, of, place] of fields)
              expect(of(transaction), `${field} of ${JSON.stringify(row)}`).toEqual(place(row));
          }
        }),
        { numRuns: 300 },
      );
      expect(read).toBeGreaterThan(20);
    }),
);
