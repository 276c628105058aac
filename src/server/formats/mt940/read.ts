import type { Currency, Day } from "../../domain/bank-values.ts";
import { lookup } from "../../domain/lookup.ts";
import { currencyIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import { type LeaveOut, refuse } from "../left-out.ts";
import type { OnRead } from "../read-share.ts";
import {
  MAX_TRANSACTIONS,
  type Statement,
  type StatementAccount,
  type StatementBalance,
  type StatementTransaction,
} from "../statement.ts";
import { eachLine } from "../text-lines.ts";
import { readDetails, withNonSwift } from "./details.ts";
import { accountFrom, balanceFrom, type Field, transactionFrom } from "./from-fields.ts";

/** The fields of SWIFT's category 9, and the field NS for banks' own texts. */
const TAG = /^\s*(?:\{.*\{4:)?\s*:(NS|13D?|2[01358]|25P|28C|34F|37H|6[145]|6[02][FM]|86|90[CD]):/;

/** Whether a text is a SWIFT message of category 9. Some banks add lines before the message. */
export const isMt940 = (head: string): boolean => {
  const tags = head
    .split("\n")
    .map((line) => TAG.exec(line)?.[1] ?? "")
    .filter((tag) => /^(20|25P?|28C?|6.*)$/.test(tag));
  return new Set(tags).size > 1;
};

/** The longest field: SWIFT permits 6 lines, and banks write some more. */
const MAX_FIELD_LINES = 100;

/**
 * Reads the statements of MT940 and MT942. Subfields of field 86 are parsed, as banks in Germany,
 * Poland and the Netherlands write them. A faulty row is left out.
 */
export function readMt940(
  text: string,
  { onRead, leaveOut = refuse }: { onRead?: OnRead; leaveOut?: LeaveOut } = {},
): Statement[] {
  const statements: Draft[] = [];
  const add = fieldReader(statements, leaveOut);
  let field: Field | null = null;
  const endField = () => {
    if (field) add(field);
    field = null;
  };
  eachLine(
    text,
    (line, number) => {
      const tag = TAG.exec(line);
      if (tag) {
        endField();
        field = { tag: tag[1] ?? "", lines: [line.slice(tag[0].length)], line: number };
      } else if (/^(-\}?.{0,2}|\{.*|:94[0-2]:?)$/.test(line.trim())) endField();
      else if (field && field.lines.push(line) > MAX_FIELD_LINES)
        throw new FormatError("VALUE_TOO_LONG", {
          line: field.line,
          field: `:${field.tag}:`,
          expected: `at most ${MAX_FIELD_LINES} lines`,
        });
    },
    onRead,
  );
  endField();
  add(null);
  if (statements.length === 0)
    throw new FormatError("NO_STATEMENT", { expected: "fields :25: and :60F:" });
  const currencies = currenciesByAccount(statements);
  return statements.map((draft) => toStatement(draft, currencies));
}

type Draft = {
  account: StatementAccount;
  balances: StatementBalance[];
  transactions: StatementTransaction[];
};

/** Returns a function that takes the fields of a file in order, and null at the end. */
function fieldReader(statements: Draft[], leaveOut: LeaveOut): (field: Field | null) => void {
  let count = 0;
  /** The last row, and its lines from fields 86 and NS; banks may write several such fields. */
  let row: StatementTransaction | null = null;
  let details: string[] = [];
  let nonSwift: string[] = [];
  const endRow = (): void => {
    if (row && details.length > 0) Object.assign(row, readDetails(details, row));
    if (row && nonSwift.length > 0) Object.assign(row, withNonSwift(nonSwift, row));
    row = null;
    details = [];
    nonSwift = [];
  };
  const toDraft = (field: Field): Draft => {
    const known = statements.at(-1);
    if (known && !/^25P?$/.test(field.tag)) return known;
    const draft: Draft = { account: accountFrom(field), balances: [], transactions: [] };
    statements.push(draft);
    return draft;
  };
  return (field) => {
    const isDetail = field?.tag === "86" || field?.tag === "NS";
    if (!isDetail) endRow();
    if (!field || (isDetail && !row)) return;
    if (isDetail) return void (field.tag === "86" ? details : nonSwift).push(...field.lines);
    // The fields before the first account belong to the message.
    if (statements.length === 0 && !/^(25P?|6.*)$/.test(field.tag)) return;
    const { account, balances, transactions } = toDraft(field);
    try {
      const kind = BALANCES[field.tag];
      if (kind) balances.push(balanceFrom(field, kind, account));
      else if (field.tag === "61") {
        if (++count > MAX_TRANSACTIONS)
          throw new FormatError("TOO_MANY_TRANSACTIONS", {
            expected: `at most ${MAX_TRANSACTIONS}`,
          });
        row = transactionFrom(field);
        transactions.push(row);
      }
    } catch (failure) {
      if (!(failure instanceof FormatError) || failure.problem === "TOO_MANY_TRANSACTIONS")
        throw failure;
      leaveOut(failure);
    }
    // In MT942, field 34F gives the currency instead of a balance.
    if (field.tag === "34F")
      account.currency ??= currencyIn(/^[A-Z]{3}/.exec(field.lines[0] ?? "")?.[0], {
        line: field.line,
        field: ":34F:",
      });
  };
}

const BALANCES = lookup<StatementBalance["kind"]>({
  "60F": "opening",
  "60M": "opening",
  "62F": "closing",
  "62M": "closing",
  "64": "available",
});

type Currencies = ReadonlyMap<StatementAccount["id"], ReadonlySet<Currency>>;

/** Returns the currencies that the pages of each account name. */
function currenciesByAccount(drafts: readonly Draft[]): Currencies {
  const byAccount = new Map<StatementAccount["id"], Set<Currency>>();
  for (const { account } of drafts) {
    if (account.currency === null) continue;
    const known = byAccount.get(account.id);
    if (known) known.add(account.currency);
    else byAccount.set(account.id, new Set([account.currency]));
  }
  return byAccount;
}

/**
 * Returns the statement of a draft. A page may lack the currency that the account's other pages
 * have.
 */
function toStatement({ account, balances, transactions }: Draft, known: Currencies): Statement {
  const days = transactions.map(({ date }) => date);
  const to = days.reduce<Day | null>((a, day) => (a !== null && a > day ? a : day), null);
  const currencies = known.get(account.id);
  const [only = null] = currencies?.size === 1 ? currencies : [];
  return {
    account: { ...account, currency: account.currency ?? only },
    from: days.reduce<Day | null>((a, day) => (a !== null && a < day ? a : day), null),
    to,
    balances: balances.map((balance) => ({ ...balance, date: balance.date ?? to })),
    transactions,
  };
}
