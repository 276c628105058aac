import {
  type Amount,
  type Currency,
  type Day,
  dayIn,
  type Line,
  lineFrom,
} from "../../domain/bank-values.ts";
import { lookup } from "../../domain/lookup.ts";
import { amountNegated, parseAmount } from "../decimal.ts";
import { accountNumberIn, currencyIn, idIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import { type LeaveOut, refuse } from "../left-out.ts";
import { type MarkupHandler, readMarkup } from "../markup.ts";
import type { OnRead } from "../read-share.ts";
import {
  MAX_TRANSACTIONS,
  type Statement,
  type StatementBalance,
  type StatementTransaction,
} from "../statement.ts";
import { accountFrom } from "./account-from.ts";
import { DETAILS, NO_PARTY, otherParty } from "./other-party.ts";
import { turnReversals } from "./turn-reversals.ts";
import { NOT_PROVIDED } from "./write.ts";

/** Whether a text is a report, a statement or a notification of ISO 20022, of any version. */
export const isCamt = (head: string): boolean =>
  /<(\w+:)?Document\b[^>]*camt\.05[234]\.|<(\w+:)?(BkToCstmrStmt|BkToCstmrAcctRpt|BkToCstmrDbtCdtNtfctn)\b/.test(
    head,
  );

/**
 * Reads the statements of camt.052, camt.053 and camt.054. An entry of several payments is one transaction; a faulty
 * entry or balance is left out.
 */
export function readCamt(
  text: string,
  { onRead, leaveOut = refuse }: { onRead?: OnRead; leaveOut?: LeaveOut } = {},
): Statement[] {
  const statements: Statement[] = [];
  const open: string[] = [];
  readMarkup(text, (line) => camtHandler(statements, open, line, leaveOut), { onRead });
  if (open.length > 0)
    throw new FormatError("BROKEN_STRUCTURE", { expected: `</${open.at(-1)}> before the end` });
  if (statements.length === 0)
    throw new FormatError("NO_STATEMENT", { expected: "<Stmt>, <Rpt> or <Ntfctn>" });
  return statements;
}

/** An element that collects inner elements by path. `payments` counts an entry's payments. */
type Element = {
  name: string;
  depth: number;
  fields: Map<string, string>;
  line: number;
  payments: number;
  remittance: string[];
};
const PARTS = new Set(["Stmt", "Rpt", "Ntfctn", "Bal", "Ntry"]);

/** The maximum nesting and number of different paths in a file, above the limits of the schemas. */
const MAX_DEPTH = 64;
const MAX_PATHS = 10_000;

/**
 * A path within an element. Each path is built once, so that a large file does not join its names
 * repeatedly.
 */
type Path = { text: string; inner: Map<string, Path> };

/** Returns the handler of a text. `names` has the open elements. */
function camtHandler(
  statements: Statement[],
  names: string[],
  line: () => number,
  leaveOut: LeaveOut,
): MarkupHandler {
  const paths: Path[] = [{ text: "", inner: new Map() }];
  const parts: Element[] = [];
  let pathCount = 0;
  let balances: StatementBalance[] = [];
  let transactions: StatementTransaction[] = [];
  let reversals: number[] = [];
  /** The number of transactions and of omitted entries. */
  let count = 0;
  const broken = (expected: string) =>
    new FormatError("BROKEN_STRUCTURE", { line: line(), expected });
  const innerPath = (name: string): Path => {
    const outer = paths.at(-1);
    const known = outer?.inner.get(name);
    if (known) return known;
    if (++pathCount > MAX_PATHS) throw broken("the elements of ISO 20022");
    const isPart = PARTS.has(name);
    const text = isPart || !outer?.text ? name : `${outer.text}/${name}`;
    const path = { text: isPart ? "" : text, inner: new Map() };
    outer?.inner.set(name, path);
    return path;
  };
  const end = (part: Element): void => {
    try {
      take(part);
    } catch (failure) {
      const isRow = part.name === "Bal" || part.name === "Ntry";
      if (
        !(failure instanceof FormatError) ||
        failure.problem === "TOO_MANY_TRANSACTIONS" ||
        !isRow
      )
        throw failure;
      leaveOut(failure);
    }
  };
  const take = (part: Element): void => {
    if (part.name === "Bal") balances.push(...readBalance(part));
    else if (part.name === "Ntry") {
      if (++count > MAX_TRANSACTIONS)
        throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
      const read = readTransaction(part, parts.at(-1)?.fields ?? new Map());
      count += Math.max(read.length - 1, 0);
      const isReversal = /^(true|1)$/.test(part.fields.get("RvslInd") ?? "");
      if (isReversal) reversals.push(...read.map((_, at) => transactions.length + at));
      transactions.push(...read);
    } else {
      statements.push(turnReversals(toStatement(part, balances, transactions), reversals));
      [balances, transactions, reversals] = [[], [], []];
    }
  };
  return {
    open(name, attributes) {
      if (names.length >= MAX_DEPTH)
        throw broken(`at most ${MAX_DEPTH} elements within each other`);
      if (PARTS.has(name))
        parts.push({
          ...{ name, depth: names.length, line: line() },
          ...{ fields: new Map(), payments: 0, remittance: [] },
        });
      const path = innerPath(name);
      names.push(name);
      paths.push(path);
      const part = parts.at(-1);
      if (!part) return;
      if (name === "TxDtls") part.payments += 1;
      const currency = name === "Amt" ? /\bCcy=["']([^"']*)["']/.exec(attributes)?.[1] : undefined;
      if (currency) part.fields.set(`${path.text}@Ccy`, currency);
    },
    text(value) {
      const part = parts.at(-1);
      const path = paths.at(-1)?.text ?? "";
      if (part?.fields.has(path) === false) part.fields.set(path, value);
      if (path.endsWith("/Ustrd") && part?.payments === 1) part.remittance.push(value);
    },
    close(name) {
      if (names.at(-1) !== name) throw broken(`</${names.at(-1) ?? "Document"}>`);
      names.pop();
      paths.pop();
      const part = parts.at(-1);
      if (part?.name !== name || part.depth !== names.length) return;
      parts.pop();
      end(part);
    },
  };
}

/** The maximum length of `Ustrd`. The next element continues a full element. */
const MAX_USTRD = 140;

const joinedRemittance = (texts: readonly string[]): Line | null =>
  texts.length === 0
    ? null
    : lineFrom(texts.map((text) => (text.length === MAX_USTRD ? text : `${text} `)).join(""));

function toStatement(
  statement: Element,
  balances: readonly StatementBalance[],
  transactions: readonly StatementTransaction[],
): Statement {
  const { fields, line } = statement;
  const currency =
    currencyIn(fields.get("Acct/Ccy"), { line, field: "Ccy" }) ?? currencyOfAll(transactions);
  return {
    account: accountFrom(statement, currency),
    from: findDay(statement, "FrToDt/FrDtTm", "FrToDt/FrDt"),
    to: findDay(statement, "FrToDt/ToDtTm", "FrToDt/ToDt"),
    balances,
    transactions: transactions.map((row) =>
      row.currency === currency ? { ...row, currency: null } : row,
    ),
  };
}

/** The currency of all rows; null without a single currency. */
function currencyOfAll(rows: readonly StatementTransaction[]): Currency | null {
  const [first = null, ...others] = new Set(rows.map(({ currency }) => currency));
  return others.length === 0 ? first : null;
}

/** The kinds of balances by code. PRCD is the closing balance of the previous day. */
const BALANCES = lookup<StatementBalance["kind"]>({
  OPBD: "opening",
  PRCD: "opening",
  CLBD: "closing",
  ITBD: "closing",
  CLAV: "available",
  ITAV: "available",
});

function readBalance(balance: Element): StatementBalance[] {
  const kind = BALANCES[balance.fields.get("Tp/CdOrPrtry/Cd") ?? ""];
  if (!kind) return [];
  const date = findDay(balance, "Dt/Dt", "Dt/DtTm");
  return [{ kind, amount: signedAmount(balance), date }];
}

/** Returns the row of an entry in a statement with some fields; none for one that is information alone. */
function readTransaction(entry: Element, statement: Element["fields"]): StatementTransaction[] {
  const field = (...paths: string[]) =>
    paths.map((path) => entry.fields.get(path)).find((value) => value !== undefined) ?? null;
  const text = (...paths: string[]) => lineFrom(field(...paths));
  const { line } = entry;
  const status = field("Sts", "Sts/Cd") ?? "BOOK";
  if (status === "INFO") return [];
  const valueDate = findDay(entry, "ValDt/Dt", "ValDt/DtTm");
  // A notification may have only its own day.
  const own = dayIn(statement.get("CreDtTm") ?? "");
  const date = findDay(entry, "BookgDt/Dt", "BookgDt/DtTm") ?? valueDate ?? own;
  if (date === null)
    throw new FormatError("MISSING_FIELD", {
      line: entry.line,
      field: "BookgDt",
      expected: "2026-12-31",
    });
  const amount = signedAmount(entry);
  const isOne = entry.payments <= 1;
  const mandate = withoutPlaceholder(text(`${DETAILS}Refs/MndtId`));
  const party = isOne ? otherParty(entry.fields, statement, amount.startsWith("-")) : NO_PARTY;
  return [
    {
      date,
      valueDate,
      madeDate: findDay(entry, `${DETAILS}RltdDts/TxDtTm`, `${DETAILS}RltdDts/AccptncDtTm`),
      amount,
      currency: currencyIn(field("Amt@Ccy"), { line, field: "Amt@Ccy" }),
      pending: status !== "BOOK",
      id: idIn(
        field("AcctSvcrRef", "NtryRef") ?? (isOne ? field(`${DETAILS}Refs/AcctSvcrRef`) : null),
        { line, field: "AcctSvcrRef" },
      ),
      reference: isOne ? withoutPlaceholder(text(`${DETAILS}Refs/EndToEndId`)) : null,
      ...(isOne && mandate !== null && { mandateId: mandate }),
      checkNumber: isOne ? text(`${DETAILS}Refs/ChqNb`) : null,
      code: readCode(entry),
      description: isOne
        ? (joinedRemittance(entry.remittance) ??
          text(`${DETAILS}RmtInf/Strd/CdtrRefInf/Ref`, `${DETAILS}AddtlTxInf`))
        : null,
      payee: lineFrom(party.name),
      memo: text("AddtlNtryInf"),
      counterpartyAccount: accountNumberIn(party.account, { line, field: "RltdPties" }),
      category: null,
      line,
    },
  ];
}

const withoutPlaceholder = (text: Line | null): Line | null =>
  text === NOT_PROVIDED ? null : text;

/** The bank transaction code: domain, family and subfamily, else the bank's own. */
function readCode({ fields }: Element): Line | null {
  const parts = ["Domn/Cd", "Domn/Fmly/Cd", "Domn/Fmly/SubFmlyCd"]
    .map((path) => fields.get(`BkTxCd/${path}`))
    .filter((part) => part !== undefined);
  return lineFrom(parts.length > 0 ? parts.join("-") : fields.get("BkTxCd/Prtry/Cd"));
}

function signedAmount(element: Element): Amount {
  const { fields, line } = element;
  const direction = fields.get("CdtDbtInd");
  const found = fields.get("Amt");
  if (found === undefined)
    throw new FormatError("MISSING_FIELD", { line, field: "Amt", expected: "1234.56" });
  if (direction !== "CRDT" && direction !== "DBIT")
    throw new FormatError("MISSING_FIELD", { line, field: "CdtDbtInd", expected: "CRDT or DBIT" });
  const amount = /^-?\d*\.?\d*$/.test(found) ? parseAmount(found) : null;
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", { line, field: "Amt", found, expected: "1234.56" });
  return direction === "DBIT" ? amountNegated(amount) : amount;
}

/** The first day among the given elements, from a date or a moment. */
function findDay({ fields, line }: Element, ...paths: string[]): Day | null {
  const path = paths.find((candidate) => fields.has(candidate));
  if (path === undefined) return null;
  const found = fields.get(path) ?? "";
  const date = dayIn(found);
  if (date === null)
    throw new FormatError("INVALID_DATE", { line, field: path, found, expected: "2026-12-31" });
  return date;
}
