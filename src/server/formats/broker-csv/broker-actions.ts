import type { InvestmentSubtype, InvestmentType } from "../../../protocol/investments.ts";
import { plainName } from "../csv/column-names.ts";

/** The kind of a trade by its broker's words. */
export type BrokerAction = {
  type: InvestmentType;
  subtype: InvestmentSubtype;
  /**
   * 1 if units arrive and cash leaves, -1 for the opposite; undefined if the row's signs show the
   * direction.
   */
  way?: 1 | -1;
  /** The direction of cash in a file without signs: 1 if cash leaves. */
  cash?: 1 | -1;
};

type Rule = [words: RegExp, action: BrokerAction];

const cash = (subtype: InvestmentSubtype, way: 1 | -1): BrokerAction => ({
  ...{ type: "cash", subtype, cash: way },
});
const buy = (subtype: InvestmentSubtype): BrokerAction => ({ type: "buy", subtype, way: 1 });
const sell = (subtype: InvestmentSubtype): BrokerAction => ({ type: "sell", subtype, way: -1 });
const transfer = (subtype: InvestmentSubtype): BrokerAction => ({ type: "transfer", subtype });

/** Words of rows that move units, in the form of `plainName`. More reliable words come first. */
const OF_UNITS: readonly Rule[] = [
  [/split/, transfer("split")],
  [/\bspin ?off\b|abspaltung/, transfer("spin off")],
  [/\bmerger\b|fusion/, transfer("merger")],
  [/reinvest|wiederanlage|herbelegg|herinvest|reinversion/, buy("dividend reinvestment")],
  [
    /\b(buy|bought|purchase)\b.*\b(cover|close|closing)\b|\bbuy to cover\b|^btc$/,
    buy("buy to cover"),
  ],
  [
    /\bsell short\b|\bsold short\b|\bshort sell\b|leerverkauf|\b(sell|sold)\b.*\b(to open|opening)\b|^sto$/,
    sell("sell short"),
  ],
  [
    /\b(sell|sold|sale|stc)\b|verkauf|\bverkoop|\bvente|\brachat|\bventa|\bvendita|\bsalj\b|\bsalt\b|\bsalg\b|\bsolgt\b|sprzedaz|\bvenda\b|redemption|^s$/,
    sell("sell"),
  ],
  [
    /\b(buy|bought|purchase|bto)\b|kauf\b|\bkoop\b|aankoop|\bachat|\bcompra\b|acquisto|\bkopt?\b|\bkobt?\b|\bkupno\b|\bkjopt?\b|souscription|zeichnung|sparplan|savings plan|saveback|round ?up|^b$/,
    buy("buy"),
  ],
  [/exercis|ausubung/, sell("exercise")],
  [/assign/, buy("assignment")],
  [
    /transfer|journal|lieferung|ubertrag|receipt|delivery|insattning|uttag|virement|overboeking|conversion|umtausch|expir|deposit|withdraw/,
    transfer("transfer"),
  ],
];

/** Words of rows that move only cash. */
const OF_CASH: readonly Rule[] = [
  [/\breturn of capital\b|\brtn of cap/, cash("return of principal", -1)],
  [/\b(long term|lt) cap/, cash("long-term capital gain", -1)],
  [/\b(short term|st) cap/, cash("short-term capital gain", -1)],
  [
    /\btax|steuer|withh|\bw h\b|belasting|kallskatt|\bimpot|ritenuta|impuesto|prelevement|podatek/,
    { type: "fee", subtype: "tax withheld", cash: 1 },
  ],
  [/\bnon qual/, cash("non-qualified dividend", -1)],
  [/\bqualified div/, cash("qualified dividend", -1)],
  [
    /dividend|dividende|utdelning|udbytte|utbytte|\bc?div\b|coupon|ausschuttung|\bdistribution|dywidenda|reinvest/,
    cash("dividend", -1),
  ],
  [/\bmargin int/, { type: "fee", subtype: "margin expense", cash: 1 }],
  [/interest|zins|\binteret|\brente\b|\branta\b|\binteres|\bodsetki|\bint\b/, cash("interest", -1)],
  [
    /\bfees?\b|gebuhr|commission|courtage|\bfrais\b|kosten|\bcharges?\b|a[vf]gift|comision|\bspese\b|commissie|prowizja/,
    { type: "fee", subtype: "account fee", cash: 1 },
  ],
  [
    /withdraw|auszahlung|entnahme|uttag|uttak|haevet|retrait|\bopname|outbound|outpayment|\bretiro|prelievo|wyplata|card (transaction|debit)|kartenzahlung/,
    cash("withdrawal", 1),
  ],
  [
    /deposit|einzahlung|einlage|insattning|innskudd|indsat|indbetaling|versement|storting|inpayment|inbound|received|moneylink|\bwire\b|\beft\b|\bach\b|ingreso|wplata/,
    cash("deposit", -1),
  ],
  [/contribution/, cash("contribution", -1)],
];

const actionIn = (rules: readonly Rule[], text: string): BrokerAction | null =>
  rules.find(([words]) => words.test(text))?.[1] ?? null;

/** Whether cash moves between the parts of an account alone. */
export const isSweep = (words: string): boolean => /\bsweep\b/i.test(words);

/**
 * Whether a row reverses another row, or belongs to an order that was not executed. A fee for such
 * an order is still a transaction.
 */
export const isCancellation = (words: string): boolean => {
  const text = plainName(words.slice(0, 200));
  return (
    /\bcancel|\bcxl\b|storn[oi]|\bannul|\banul|\bmakuler|\breversal\b|\breversed\b|ruckabwicklung/.test(
      text,
    ) && !/\bfees?\b|\bcharges?\b|gebuhr|entgelt/.test(text)
  );
};

/**
 * Returns the kind of a row from its words; null for unknown words. `movesUnits` tells whether the
 * row moves units.
 */
export function brokerAction(words: string, movesUnits: boolean): BrokerAction | null {
  const text = plainName(words.slice(0, 200));
  return text === "" ? null : actionIn(movesUnits ? OF_UNITS : OF_CASH, text);
}

/** Whether a cell has words of trades, which mark their column. */
export const isBrokerAction = (cell: string): boolean =>
  brokerAction(cell, true) !== null || brokerAction(cell, false) !== null;
