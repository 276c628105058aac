import { type Amount, type Day, lineFrom } from "../../domain/bank-values.ts";
import { FormatError } from "../format-error.ts";
import { type LeaveOut, refuse } from "../left-out.ts";
import { type DateOrder, parseCell, parseDay } from "../locale-values.ts";
import { decideDateOrder, decideDecimalMark } from "../locale-votes.ts";
import { withSecurities } from "../merge-statements.ts";
import type { OnRead } from "../read-share.ts";
import {
  MAX_TRANSACTIONS,
  type Statement,
  type StatementAccountType,
  type StatementBalance,
  type StatementTransaction,
} from "../statement.ts";
import { eachLine } from "../text-lines.ts";
import { NO_WORDS } from "../trade-words.ts";
import {
  investmentsFrom,
  newestPrices,
  type PriceLine,
  priceLineFrom,
  type QifLocale,
  type QifOptions,
  type QifRecord,
  securityFrom,
  tradeFrom,
} from "./investments.ts";

/** Whether a text begins with a type line, or with a record that has a date and an amount. */
export const isQif = (head: string): boolean =>
  /^\s*!(Type?|Account|Option|Clear)\b/i.test(head) ||
  /^\s*!\p{L}{3,12}(:.*)?\n(?:.*\n)*?\s*\^/u.test(head) ||
  (/^\s*(?:[A-Z$%/].*\n\s*){2,20}\^/.test(head) &&
    /^\s*D\s?\d{1,4}[-/.' ]/m.test(head) &&
    /^\s*[TU]\s?[-+−(]?\D{0,3}[\d.,]*\d/m.test(head));

type Fields = Map<string, string>;
type Section = { account: Fields; type: string; isInvested: boolean; records: QifRecord[] };
/** The sections with transactions, the records of securities, and the lines of price lists. */
type Parts = { sections: Section[]; securities: QifRecord[]; prices: PriceLine[] };

/**
 * Reads the accounts of a QIF file. Lists such as categories are ignored, and a faulty record is
 * left out. The whole file decides the order of dates and the decimal mark. Throws a FormatError if
 * day and month are exchangeable and `dateOrder` does not decide.
 */
export function readQif(
  text: string,
  { dateOrder, onRead, leaveOut = refuse, tradeWords = NO_WORDS }: QifOptions = {},
): Statement[] {
  const { sections, securities, prices } = readSections(text, onRead);
  const records = sections.flatMap((section) => section.records);
  if (records.length === 0)
    throw new FormatError("NO_STATEMENT", {
      expected: "!Type:Bank, !Type:CCard, !Type:Cash or !Type:Invst",
    });
  const numbers = sections.flatMap(({ isInvested, records: own }) =>
    own.map(({ fields }) => fields.get("T") ?? (isInvested ? fields.get("I") : undefined) ?? ""),
  );
  const mark = decideDecimalMark(numbers, ".").value;
  const days = [
    ...records.map(({ fields }) => fields.get("D") ?? ""),
    ...prices.slice(0, MAX_VOTES).map(({ day }) => day),
  ];
  const order = decideDateOrder(days, mark === "," ? "DMY" : "MDY");
  if (!dateOrder && !order.isSure)
    throw new FormatError("AMBIGUOUS_DATES", { expected: "the order of day and month" });
  const locale = { order: orderIn(days, dateOrder, order.value), mark, tradeWords };
  const statements = sections.map((section) =>
    (section.isInvested ? investedStatement : toStatement)(section, locale, leaveOut),
  );
  const newest = newestPrices(prices, locale);
  const described = securities.flatMap((record) =>
    readable(leaveOut, () => securityFrom(record, newest) ?? []),
  );
  return withSecurities(statements, described.flat());
}

/** The number of price list lines that vote on the order of dates. */
const MAX_VOTES = 1000;

/** The chosen order of dates, unless more dates exist in the file's own order. */
function orderIn(
  days: readonly string[],
  chosen: DateOrder | undefined,
  own: DateOrder,
): DateOrder {
  const count = (order: DateOrder) => days.filter((day) => parseDay(day, order) !== null).length;
  return chosen === undefined || count(chosen) < count(own) ? own : chosen;
}

/** Headers without a section, such as !Option:AutoSwitch, in the program's language. */
const SWITCHES = /^(option|clear)/i;

/** The account types by the sections' names. A section of an unknown type has transactions. */
const ACCOUNT_TYPES: readonly [StatementAccountType, RegExp][] = [
  ["credit card", /^(ccard|credit ?card|kredit|carte|carta|cart[aã]o|tarjeta|luottokort)/],
  [
    "cash",
    /^(cash|bar|kasse|kassa|kontant|esp[eè]ces|efectivo|contanti|dinheiro|caixa|gotówka|käteinen)/,
  ],
  ["checking", /^(ban[kcq]|pank|giro)/],
];

/** List sections, and investment sections. */
const LISTS =
  /^([ck]at|[ck]las|mem|prices|pr(e|i|ei)[sz]|secur|tag|template|budget|invoice|bill|étiq)/;
const INVESTMENTS = /^(inv(st|e)|port|401|wertpapier|anlage|depot)/;

function readSections(text: string, onRead?: OnRead): Parts {
  const sections: Section[] = [];
  const securities: QifRecord[] = [];
  const prices: PriceLine[] = [];
  let isPriceList = false;
  let account: Fields = new Map();
  let isAccount = false;
  // A file without a `!Type` line contains transactions of a bank account.
  let section: Pick<Section, "records"> | null = addSection(sections, account, "");
  let record = { fields: new Map<string, string>(), line: 1 };
  let count = 0;
  const countOne = () => {
    if (++count > MAX_TRANSACTIONS)
      throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
  };
  const endRecord = (line: number) => {
    if (isAccount && record.fields.size > 0) account = record.fields;
    else if (section && record.fields.size > 0) {
      countOne();
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
      if (isPriceList && letter === '"') {
        countOne();
        const price = priceLineFrom(line.trimEnd());
        if (price) prices.push(price);
        return;
      }
      if (letter !== "!") return addField(record, letter, line.slice(1).trim());
      endRecord(number);
      const [, name = "", value] = /^!(\p{L}+)\s*(?::\s*(.*))?$/u.exec(line) ?? [];
      isAccount = value === undefined && !SWITCHES.test(name);
      const type = SWITCHES.test(name) ? undefined : value?.trim().toLowerCase();
      isPriceList = /^price/.test(type ?? "");
      if (/^secur/.test(type ?? "")) section = { records: securities };
      else if (type === undefined || LISTS.test(type)) section = null;
      else section = addSection(sections, account, type);
    },
    onRead,
  );
  endRecord(0);
  return { sections: sections.filter(({ records }) => records.length > 0), securities, prices };
}

function addSection(sections: Section[], account: Fields, type: string): Section {
  const section = { account, type, isInvested: INVESTMENTS.test(type), records: [] };
  sections.push(section);
  return section;
}

/** Keeps the first field of each letter. A repeated letter belongs to a part of a split. */
function addField({ fields }: { fields: Fields }, letter: string, value: string): void {
  if (value !== "" && !fields.has(letter)) fields.set(letter, value);
}

/** The words for an opening balance in the languages of programs that write QIF. */
const OPENING =
  /^(opening balance|(beginning|starting) balance|solde (initial|d[’']ouverture|de départ)|saldo (inicial|iniziale|(de|di|d[’']) ?apertura|początkowe|początkowy|inicial)|apertura de saldo|(anfangs|eröffnungs)(saldo|bestand|stand)|anfangssaldo|(begin|openings|start)(saldo|balans)|ingående (saldo|balans)|inngående (saldo|balanse)|åbningssaldo|primosaldo|(alku|avaus|avaava )saldo|bilans otwarcia|počáteční (zůstatek|stav)|počiatočný (zostatok|stav)|nyitó ?egyenleg|sold inițial|sold iniţial|početno stanje|začetno stanje|algsaldo|sākuma atlikums|pradinis (likutis|balansas)|начальн(ый (баланс|остаток)|ое сальдо)|вхідний залишок|начално салдо|αρχικό υπόλοιπο|açılış bakiyesi|期初[余餘]额?|期初餘額|開始残高|期首残高|기초 ?잔액)$/i;

/** Whether a text is that of an opening balance. */
export const isOpeningText = (text: string): boolean => OPENING.test(text.trim());

/** Whether a record is the opening balance: a transfer to its own account, or the first record. */
const isOpening = ({ fields }: QifRecord, isFirst: boolean): boolean =>
  isOpeningText(fields.get("P") ?? fields.get("M") ?? "") &&
  (isFirst || fields.get("L")?.startsWith("[") === true);

function toStatement(
  { account, type, records }: Section,
  locale: QifLocale,
  leaveOut: LeaveOut,
): Statement {
  const name = lineFrom(account.get("N"));
  const opening = new Set(records.filter((record, at) => isOpening(record, at === 0)));
  const transactions = records.flatMap((record) =>
    opening.has(record) ? [] : readable(leaveOut, () => toTransaction(record, locale)),
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
      ...[...opening].flatMap((record) => readable(leaveOut, () => openingBalance(record, locale))),
      ...closingBalance(account, locale),
    ],
    transactions,
  };
}

/** Reads a record, or leaves out an unreadable record. */
function readable<Read>(leaveOut: LeaveOut, read: () => Read): Read[] {
  try {
    return [read()];
  } catch (failure) {
    if (!(failure instanceof FormatError)) throw failure;
    leaveOut(failure);
    return [];
  }
}

/** The statement of an investment account: its trades, and the resulting positions. */
function investedStatement(
  { account, records }: Section,
  locale: QifLocale,
  leaveOut: LeaveOut,
): Statement {
  const trades = records.flatMap((record) =>
    readable(leaveOut, () => tradeFrom(record, readDay(record, locale), locale) ?? []),
  );
  return {
    account: {
      ...{ id: null, iban: null, bankId: null, currency: null },
      ...{ name: lineFrom(account.get("N")), type: "investment" },
    },
    ...{ from: null, to: null, balances: [], transactions: [] },
    investments: investmentsFrom(trades.flat()),
  };
}

const openingBalance = (record: QifRecord, locale: QifLocale): StatementBalance => ({
  kind: "opening",
  amount: readAmount(record, locale),
  date: readDay(record, locale),
});

/** The balance of an account and its day, if the record has both in readable form. */
function closingBalance(account: Fields, { order, mark }: QifLocale): StatementBalance[] {
  const amount = parseCell(account.get("$") ?? "", mark);
  const date = parseDay(account.get("/") ?? "", order);
  return amount === null || date === null ? [] : [{ kind: "closing", amount, date }];
}

function toTransaction(record: QifRecord, locale: QifLocale): StatementTransaction {
  const field = (letter: string) => lineFrom(record.fields.get(letter));
  const number = field("N");
  const isCheck = number !== null && /^\d+$/.test(number);
  return {
    date: readDay(record, locale),
    valueDate: null,
    madeDate: null,
    amount: readAmount(record, locale),
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

function readDay({ fields, line }: QifRecord, { order }: QifLocale): Day {
  const found = fields.get("D");
  if (found === undefined)
    throw new FormatError("MISSING_FIELD", { line, field: "D", expected: "12/31/2026" });
  const day = parseDay(found, order);
  if (day === null)
    throw new FormatError("INVALID_DATE", { line, field: "D", found, expected: "12/31/2026" });
  return day;
}

function readAmount({ fields, line }: QifRecord, { mark }: QifLocale): Amount {
  const found = fields.get("T") ?? fields.get("U");
  if (found === undefined)
    throw new FormatError("MISSING_FIELD", { line, field: "T", expected: "-1,234.56" });
  const amount = parseCell(found, mark);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", { line, field: "T", found, expected: "-1,234.56" });
  return amount;
}
