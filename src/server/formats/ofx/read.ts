import { dayFrom } from "../day.ts";
import { parseAmount } from "../decimal.ts";
import { FormatError } from "../format-error.ts";
import { type MarkupHandler, readMarkup } from "../markup.ts";
import type { OnRead } from "../read-share.ts";
import {
  MAX_TRANSACTIONS,
  type Statement,
  type StatementAccount,
  type StatementAccountType,
  type StatementBalance,
  type StatementTransaction,
} from "../statement.ts";

/** Whether a text begins as OFX 1 (SGML) or OFX 2 (XML) does. */
export const isOfx = (head: string): boolean => /^\s*OFXHEADER:|<\?OFX\s|<OFX>/i.test(head);

/**
 * Reads the statements of banks and credit cards in OFX 1 and 2. Elements need no end tag, and those of other
 * messages, such as investments, are passed over.
 */
export function readOfx(text: string, { onRead }: { onRead?: OnRead } = {}): Statement[] {
  const statements: Statement[] = [];
  readMarkup(text, (line) => ofxHandler(statements, line), {
    nameOf: (name) => name.toUpperCase(),
    onRead,
  });
  if (statements.length === 0)
    throw new FormatError("NO_STATEMENT", { expected: "<STMTRS> or <CCSTMTRS>" });
  return statements;
}

/** The aggregates that are read; all other elements without a value are passed over. */
const AGGREGATES = new Set([
  "STMTRS",
  "CCSTMTRS",
  "BANKACCTFROM",
  "CCACCTFROM",
  "BANKTRANLIST",
  "BANKTRANLISTP",
  "STMTTRN",
  "STMTTRNP",
  "PAYEE",
  "BANKACCTTO",
  "CCACCTTO",
  "CURRENCY",
  "ORIGCURRENCY",
  "LEDGERBAL",
  "AVAILBAL",
  "BALLIST",
]);

/** The deepest nesting of aggregates, of which the specification has fewer. */
const MAX_DEPTH = 20;

/** The most elements of an aggregate that are kept, of which the specification has fewer. */
const MAX_FIELDS = 200;

type Fields = Map<string, string>;
type Open = { name: string; fields: Fields; line: number };

function ofxHandler(statements: Statement[], line: () => number): MarkupHandler {
  const stack: Open[] = [];
  let element = "";
  let transactions: StatementTransaction[] = [];
  let count = 0;
  const end = ({ name, fields, line: from }: Open): void => {
    if (name === "STMTTRN" || name === "STMTTRNP") {
      if (++count > MAX_TRANSACTIONS)
        throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
      transactions.push(transactionOf(fields, name === "STMTTRNP", from));
    } else if (name === "STMTRS" || name === "CCSTMTRS") {
      statements.push(statementOf(fields, name === "CCSTMTRS", transactions, from));
      transactions = [];
    } else {
      // The fields of an inner aggregate are named after it, except those of the lists.
      const outer = stack.at(-1)?.fields;
      const prefix = name.startsWith("BANKTRANLIST") ? "" : `${name}.`;
      for (const [field, value] of fields) outer?.set(prefix + field, value);
    }
  };
  return {
    open(name) {
      element = name;
      if (!AGGREGATES.has(element)) return;
      if (stack.length >= MAX_DEPTH)
        throw new FormatError("BROKEN_STRUCTURE", {
          line: line(),
          expected: `</${stack.at(-1)?.name}>`,
        });
      stack.push({ name: element, fields: new Map(), line: line() });
      element = "";
    },
    text(value) {
      const fields = stack.at(-1)?.fields;
      if (element !== "" && fields && fields.size < MAX_FIELDS) fields.set(element, value);
    },
    close(name) {
      element = "";
      const at = stack.findLastIndex((open) => open.name === name);
      while (at >= 0 && stack.length > at) {
        const open = stack.pop();
        if (open) end(open);
      }
    },
  };
}

function transactionOf(fields: Fields, pending: boolean, line: number): StatementTransaction {
  const dateField = pending ? "DTTRAN" : "DTPOSTED";
  const currency = fields.get("CURRENCY.CURSYM");
  return {
    date: requiredDay(fields, dateField, line),
    valueDate: dayOf(fields, "DTAVAIL", line),
    madeDate: dayOf(fields, "DTUSER", line),
    amount: requiredAmount(fields, "TRNAMT", line),
    currency: currency ?? null,
    pending,
    id: fields.get("FITID") ?? null,
    reference: fields.get("REFNUM") ?? null,
    // Programs write zeros for a number that they do not know.
    checkNumber: fields.get("CHECKNUM")?.replace(/^0+$/, "") || null,
    code: fields.get("TRNTYPE") ?? null,
    description: fields.get("EXTDNAME") ?? fields.get("NAME") ?? null,
    payee: fields.get("PAYEE.NAME") ?? null,
    memo: fields.get("MEMO") ?? null,
    counterpartyAccount: fields.get("BANKACCTTO.ACCTID") ?? fields.get("CCACCTTO.ACCTID") ?? null,
    category: null,
    line,
  };
}

function statementOf(
  fields: Fields,
  isCard: boolean,
  transactions: readonly StatementTransaction[],
  line: number,
): Statement {
  const account = accountOf(fields, isCard);
  return {
    account,
    from: dayOf(fields, "DTSTART", line),
    to: dayOf(fields, "DTEND", line),
    balances: [
      ...balanceOf("closing", "LEDGERBAL", fields, line),
      ...balanceOf("available", "AVAILBAL", fields, line),
    ],
    transactions: transactions.map((row) => {
      if (row.currency === account.currency) row.currency = null;
      return row;
    }),
  };
}

const ACCOUNT_TYPES: Readonly<Record<string, StatementAccountType>> = {
  CHECKING: "checking",
  SAVINGS: "savings",
  MONEYMRKT: "money market",
  CREDITLINE: "line of credit",
};

function accountOf(fields: Fields, isCard: boolean): StatementAccount {
  const from = isCard ? "CCACCTFROM" : "BANKACCTFROM";
  const type = fields.get(`${from}.ACCTTYPE`)?.toUpperCase() ?? "";
  return {
    id: fields.get(`${from}.ACCTID`) ?? null,
    iban: null,
    bankId: fields.get(`${from}.BANKID`) ?? null,
    name: null,
    type: isCard ? "credit card" : (ACCOUNT_TYPES[type] ?? null),
    currency: fields.get("CURDEF")?.toUpperCase() ?? null,
  };
}

function balanceOf(
  kind: StatementBalance["kind"],
  name: string,
  fields: Fields,
  line: number,
): StatementBalance[] {
  if (!fields.has(`${name}.BALAMT`)) return [];
  const amount = requiredAmount(fields, `${name}.BALAMT`, line);
  return [{ kind, amount, date: dayOf(fields, `${name}.DTASOF`, line) }];
}

function requiredAmount(fields: Fields, field: string, line: number): string {
  const found = fields.get(field);
  if (found === undefined) throw new FormatError("MISSING_FIELD", { line, field });
  const amount = parseAmount(found);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", { line, field, found, expected: "-1234.56" });
  return amount;
}

function requiredDay(fields: Fields, field: string, line: number): string {
  const day = dayOf(fields, field, line);
  if (day === null) throw new FormatError("MISSING_FIELD", { line, field });
  return day;
}

/** The day as it is written: a time's zone, in brackets behind it, is the bank's own. */
function dayOf(fields: Fields, field: string, line: number): string | null {
  const found = fields.get(field);
  // Programs write zeros, or nothing, for a date that they do not know.
  if (found === undefined || /^0*$/.test(found)) return null;
  const date = ownDay(found);
  if (date === null)
    throw new FormatError("INVALID_DATE", { line, field, found, expected: "YYYYMMDD" });
  return date;
}

/** The last day that was read: most files are sorted. */
let last = { found: "", date: "" };

function ownDay(found: string): string | null {
  if (found === last.found) return last.date;
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(found) ?? [];
  const date = dayFrom(Number(year), Number(month), Number(day));
  if (date !== null) last = { found, date };
  return date;
}
