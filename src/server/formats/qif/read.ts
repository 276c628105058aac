import { type Amount, type Day, lineFrom } from "../../domain/bank-values.ts";
import { FormatError } from "../format-error.ts";
import { type LeaveOut, refuse } from "../left-out.ts";
import { type DateOrder, type DecimalMark, parseCell, parseDay } from "../locale-values.ts";
import { decideDateOrder, decideDecimalMark } from "../locale-votes.ts";
import type { OnRead } from "../read-share.ts";
import {
  MAX_TRANSACTIONS,
  type Statement,
  type StatementAccountType,
  type StatementBalance,
  type StatementTransaction,
} from "../statement.ts";
import { eachLine } from "../text-lines.ts";

/** Whether a text begins as QIF does; without a line of its type it has a record with a date and an amount first. */
export const isQif = (head: string): boolean =>
  /^\s*!(Type?|Account|Option|Clear)\b/i.test(head) ||
  /^\s*!\p{L}{3,12}(:.*)?\n(?:.*\n)*?\s*\^/u.test(head) ||
  (/^\s*(?:[A-Z$%/].*\n\s*){2,20}\^/.test(head) &&
    /^\s*D\s?\d{1,4}[-/.' ]/m.test(head) &&
    /^\s*[TU]\s?[-+−(]?\D{0,3}[\d.,]*\d/m.test(head));

/** The fields of a record by their letters. */
type Fields = Map<string, string>;
type QifRecord = { fields: Fields; line: number };
type Section = { account: Fields; type: string; records: QifRecord[] };

/**
 * Reads the accounts of a QIF file; lists of categories and the like are passed over, and a faulty record is left out.
 * The order of dates and the decimal mark are decided from the whole file. Throws a FormatError for investments alone,
 * and if day and month may change places and `dateOrder` does not decide it.
 */
export function readQif(
  text: string,
  {
    dateOrder,
    onRead,
    leaveOut = refuse,
  }: { dateOrder?: DateOrder; onRead?: OnRead; leaveOut?: LeaveOut } = {},
): Statement[] {
  const { sections, investments } = sectionsOf(text, onRead);
  const records = sections.flatMap((section) => section.records);
  if (investments) {
    if (records.length === 0) throw investments;
    leaveOut(investments);
  }
  if (records.length === 0)
    throw new FormatError("NO_STATEMENT", { expected: "!Type:Bank, !Type:CCard or !Type:Cash" });
  const mark = decideDecimalMark(
    records.map(({ fields }) => fields.get("T") ?? ""),
    ".",
  ).value;
  const days = records.map(({ fields }) => fields.get("D") ?? "");
  const order = decideDateOrder(days, mark === "," ? "DMY" : "MDY");
  if (!dateOrder && !order.isSure)
    throw new FormatError("AMBIGUOUS_DATES", { expected: "the order of day and month" });
  const locale = { order: orderIn(days, dateOrder, order.value), mark };
  return sections.map((section) => statementOf(section, locale, leaveOut));
}

/** The order of dates that was chosen, unless more of them exist in the one of the file. */
function orderIn(
  days: readonly string[],
  chosen: DateOrder | undefined,
  own: DateOrder,
): DateOrder {
  const count = (order: DateOrder) => days.filter((day) => parseDay(day, order) !== null).length;
  return chosen === undefined || count(chosen) < count(own) ? own : chosen;
}

type Locale = { order: DateOrder; mark: DecimalMark };

/** The headers that are no section: !Option:AutoSwitch. Those of accounts and of types are in the program's language. */
const SWITCHES = /^(option|clear)/i;

/** The account types of sections in the languages of programs; one of another name has transactions, too. */
const ACCOUNT_TYPES: readonly [StatementAccountType, RegExp][] = [
  ["credit card", /^(ccard|credit ?card|kredit|carte|carta|cart[aã]o|tarjeta|luottokort)/],
  [
    "cash",
    /^(cash|bar|kasse|kassa|kontant|esp[eè]ces|efectivo|contanti|dinheiro|caixa|gotówka|käteinen)/,
  ],
  ["checking", /^(ban[kcq]|pank|giro)/],
];

/** The sections that are lists, and those of investments. */
const LISTS =
  /^([ck]at|[ck]las|mem|prices|pr(e|i|ei)[sz]|secur|tag|template|budget|invoice|bill|étiq)/;
const INVESTMENTS = /^(inv(st|e)|port|401|wertpapier|anlage|depot)/;

function sectionsOf(
  text: string,
  onRead?: OnRead,
): { sections: Section[]; investments: FormatError | null } {
  const sections: Section[] = [];
  let investments: FormatError | null = null;
  let account: Fields = new Map();
  let isAccount = false;
  // A file without a line of its type has the transactions of a bank account.
  let section: Section | null = { account, type: "", records: [] };
  sections.push(section);
  let record: QifRecord = { fields: new Map(), line: 1 };
  let count = 0;
  const endRecord = (line: number) => {
    if (isAccount && record.fields.size > 0) account = record.fields;
    else if (section && record.fields.size > 0) {
      if (++count > MAX_TRANSACTIONS)
        throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
      section.records.push(record);
    }
    record = { fields: new Map(), line: line + 1 };
  };
  eachLine(
    text,
    (full, number) => {
      const line = full.trimStart();
      const letter = line.charAt(0);
      if (line === "") return;
      if (letter === "^") return endRecord(number);
      if (letter !== "!") return addField(record, letter, line.slice(1).trim());
      endRecord(number);
      const [, name = "", value] = /^!(\p{L}+)\s*(?::\s*(.*))?$/u.exec(line) ?? [];
      isAccount = value === undefined && !SWITCHES.test(name);
      const type = SWITCHES.test(name) ? undefined : value?.trim().toLowerCase();
      if (type !== undefined && INVESTMENTS.test(type))
        investments ??= new FormatError("INVESTMENT_STATEMENT", { line: number });
      const isRead = type !== undefined && !LISTS.test(type) && !INVESTMENTS.test(type);
      section = isRead ? { account, type, records: [] } : null;
      if (section) sections.push(section);
    },
    onRead,
  );
  endRecord(0);
  return { sections: sections.filter(({ records }) => records.length > 0), investments };
}

/** Keeps the first of each letter: those that come again belong to the parts of a split. */
function addField({ fields }: QifRecord, letter: string, value: string): void {
  if (value !== "" && !fields.has(letter)) fields.set(letter, value);
}

/** The words of an opening balance in the languages of the programs that write QIF. */
const OPENING =
  /^(opening balance|(beginning|starting) balance|solde (initial|d[’']ouverture|de départ)|saldo (inicial|iniziale|(de|di|d[’']) ?apertura|początkowe|początkowy|inicial)|apertura de saldo|(anfangs|eröffnungs)(saldo|bestand|stand)|anfangssaldo|(begin|openings|start)(saldo|balans)|ingående (saldo|balans)|inngående (saldo|balanse)|åbningssaldo|primosaldo|(alku|avaus|avaava )saldo|bilans otwarcia|počáteční (zůstatek|stav)|počiatočný (zostatok|stav)|nyitó ?egyenleg|sold inițial|sold iniţial|početno stanje|začetno stanje|algsaldo|sākuma atlikums|pradinis (likutis|balansas)|начальн(ый (баланс|остаток)|ое сальдо)|вхідний залишок|начално салдо|αρχικό υπόλοιπο|açılış bakiyesi|期初[余餘]额?|期初餘額|開始残高|期首残高|기초 ?잔액)$/i;

/** Whether a text is that of an opening balance. */
export const isOpeningText = (text: string): boolean => OPENING.test(text.trim());

/** Whether a record is the opening balance: a transfer to the account itself, or the first record. */
const isOpening = ({ fields }: QifRecord, isFirst: boolean): boolean =>
  isOpeningText(fields.get("P") ?? fields.get("M") ?? "") &&
  (isFirst || fields.get("L")?.startsWith("[") === true);

function statementOf(
  { account, type, records }: Section,
  locale: Locale,
  leaveOut: LeaveOut,
): Statement {
  const name = lineFrom(account.get("N"));
  const readable = <Read>(record: QifRecord, read: (record: QifRecord, locale: Locale) => Read) => {
    try {
      return [read(record, locale)];
    } catch (failure) {
      if (!(failure instanceof FormatError)) throw failure;
      leaveOut(failure);
      return [];
    }
  };
  const opening = new Set(records.filter((record, at) => isOpening(record, at === 0)));
  const transactions = records.flatMap((record) =>
    opening.has(record) ? [] : readable(record, transactionOf),
  );
  const days = transactions.map(({ date }) => date);
  return {
    account: {
      id: null,
      iban: null,
      bankId: null,
      name,
      type: ACCOUNT_TYPES.find(([, names]) => names.test(type))?.[0] ?? null,
      currency: null,
    },
    from: days.reduce<Day | null>((a, day) => (a !== null && a < day ? a : day), null),
    to: days.reduce<Day | null>((a, day) => (a !== null && a > day ? a : day), null),
    balances: [
      ...[...opening].flatMap((record) => readable(record, openingBalance)),
      ...closingBalance(account, locale),
    ],
    transactions,
  };
}

const openingBalance = (record: QifRecord, locale: Locale): StatementBalance => ({
  kind: "opening",
  amount: amountOf(record, locale),
  date: dayOf(record, locale),
});

/** The balance of an account and its day, which its record may have; one that cannot be read is none. */
function closingBalance(account: Fields, { order, mark }: Locale): StatementBalance[] {
  const amount = parseCell(account.get("$") ?? "", mark);
  const date = parseDay(account.get("/") ?? "", order);
  return amount === null || date === null ? [] : [{ kind: "closing", amount, date }];
}

function transactionOf(record: QifRecord, locale: Locale): StatementTransaction {
  const field = (letter: string) => lineFrom(record.fields.get(letter));
  const number = field("N");
  const isCheck = number !== null && /^\d+$/.test(number);
  return {
    date: dayOf(record, locale),
    valueDate: null,
    madeDate: null,
    amount: amountOf(record, locale),
    currency: null,
    pending: false,
    id: null,
    reference: null,
    checkNumber: isCheck ? number : null,
    code: isCheck ? null : number,
    description: null,
    payee: field("P"),
    memo: field("M"),
    counterpartyAccount: null,
    category: field("L"),
    line: record.line,
  };
}

function dayOf({ fields, line }: QifRecord, { order }: Locale): Day {
  const found = fields.get("D");
  if (found === undefined)
    throw new FormatError("MISSING_FIELD", { line, field: "D", expected: "12/31/2026" });
  const day = parseDay(found, order);
  if (day === null)
    throw new FormatError("INVALID_DATE", { line, field: "D", found, expected: "12/31/2026" });
  return day;
}

function amountOf({ fields, line }: QifRecord, { mark }: Locale): Amount {
  const found = fields.get("T") ?? fields.get("U");
  if (found === undefined)
    throw new FormatError("MISSING_FIELD", { line, field: "T", expected: "-1,234.56" });
  const amount = parseCell(found, mark);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", { line, field: "T", found, expected: "-1,234.56" });
  return amount;
}
