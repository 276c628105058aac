import fc from "fast-check";
import { canonicalAmount, type Line } from "../domain/bank-values.ts";
import { STATEMENT_ACCOUNT_TYPES, type Statement, type StatementTransaction } from "./statement.ts";

/** A type with raw texts instead of checked texts, for literals in tests. */
export type Raw<T> = T extends Line
  ? string
  : T extends object
    ? { [Field in keyof T]: Raw<T[Field]> }
    : T;

/** A transaction whose other fields are unknown. */
export const transaction = (fields: Partial<Raw<StatementTransaction>> = {}) =>
  ({
    date: "2026-01-15",
    valueDate: null,
    madeDate: null,
    amount: "-4.14",
    currency: null,
    pending: false,
    id: null,
    reference: null,
    checkNumber: null,
    code: null,
    description: null,
    payee: null,
    memo: null,
    counterpartyAccount: null,
    category: null,
    line: 1,
    ...fields,
  }) as StatementTransaction;

/** A statement of a checking account in US dollars. */
export const statement = (fields: Partial<Raw<Statement>> = {}) =>
  ({
    account: {
      id: "9900009606",
      iban: null,
      bankId: "011401533",
      name: "Checking",
      type: "checking",
      currency: "USD",
    },
    from: "2026-01-01",
    to: "2026-01-31",
    balances: [{ kind: "closing", amount: "1546.75", date: "2026-01-31" }],
    transactions: [transaction()],
    ...fields,
  }) as Statement;

const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2049-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const amount = fc
  .tuple(fc.boolean(), fc.nat(10_000_000), fc.nat(99))
  .map(
    ([negative, whole, cents]) =>
      `${canonicalAmount(negative, `${whole}`, `${cents}`.padStart(2, "0"))}`,
  );

/** Words of letters and of signs that formats escape or use as marks. */
const word = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9]{1,12}$/),
  fc.constantFrom(
    "&",
    "<b>",
    '"x"',
    "a,b",
    "=1+1",
    "@SUM",
    "-5",
    "Café",
    "Überweisung",
    "AT&T;",
    "':'",
    "|",
    "?20",
    "/",
    "€9",
    "日本",
    "😀",
    "\\",
    "*",
    "!",
    ":61:",
    ";c",
    "#",
    "(x)",
    "{1:",
    "-}",
    "^",
  ),
);
const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const code = fc.stringMatching(/^[A-Z0-9]{1,16}$/);

const anyTransaction: fc.Arbitrary<Raw<StatementTransaction>> = fc.record({
  date: day,
  valueDate: orNull(day),
  madeDate: orNull(day),
  amount,
  currency: orNull(fc.constantFrom("EUR", "JPY", "KWD")),
  pending: fc.boolean(),
  id: orNull(code),
  reference: orNull(code),
  checkNumber: orNull(fc.stringMatching(/^[1-9][0-9]{0,9}$/)),
  code: fc.constant(null),
  description: orNull(text),
  payee: orNull(text),
  memo: orNull(text),
  counterpartyAccount: orNull(fc.constantFrom("DE89370400440532013000", "GB33BUKB20201555555555")),
  category: orNull(fc.constantFrom("Food", "Rent:Flat")),
  line: fc.constant(1),
});

/** Statements with all values that a format may have to represent. */
const anyRawStatement: fc.Arbitrary<Raw<Statement>> = fc.record({
  account: fc.record({
    id: fc.stringMatching(/^[1-9][0-9]{3,12}$/),
    iban: fc.constant(null),
    bankId: orNull(fc.constantFrom("011401533", "50010517")),
    name: orNull(fc.constantFrom("Checking", "My card")),
    type: fc.constantFrom(...STATEMENT_ACCOUNT_TYPES),
    currency: fc.constantFrom("USD", "EUR", "JPY"),
  }),
  from: day,
  to: day,
  balances: fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom("opening" as const, "closing" as const, "available" as const),
      amount,
      date: day,
    }),
    { selector: ({ kind }) => kind },
  ),
  transactions: fc.array(anyTransaction, { maxLength: 12 }),
});

export const anyStatement = anyRawStatement.map(statement);

/** Statements of different accounts. */
export const severalStatements = fc.uniqueArray(anyStatement, {
  selector: ({ account }) => account.id,
  minLength: 1,
  maxLength: 3,
});

/** Returns the pieces of a file as one text. */
export async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/** A statement without the line numbers of its rows, which exist only in a read file. */
export const withoutLines = ({ transactions, ...head }: Raw<Statement>) => ({
  ...head,
  transactions: transactions.map(({ line: _, ...rest }) => rest),
});
