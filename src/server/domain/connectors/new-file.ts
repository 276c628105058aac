/** The meanings of a table's columns; the last four occur in a broker's table. */
export const COLUMN_ROLES = [
  "date",
  "valueDate",
  "madeDate",
  "amount",
  "debit",
  "credit",
  "direction",
  "balance",
  "currency",
  "description",
  "payee",
  "memo",
  "id",
  "reference",
  "checkNumber",
  "counterpartyAccount",
  "category",
  "status",
  "account",
  "product",
  "payer",
  "fee",
  "security",
  "units",
  "price",
  "action",
] as const;

/** The kinds of trades that a word of a broker may mean; rows of `none` move nothing. */
export const TRADE_KINDS = [
  "buy",
  "sell",
  "reinvestment",
  "dividend",
  "interest",
  "fee",
  "tax",
  "deposit",
  "withdrawal",
  "transfer_in",
  "transfer_out",
  "split",
  "other",
  "none",
] as const;
export type TradeKind = (typeof TRADE_KINDS)[number];

/** A word of trades, and its meaning as a user says. */
export type SaidWord = { word: string; kind: TradeKind };

/** The rules for reading a table's rows. Columns count from 0. */
type TableRules = {
  delimiter: "," | ";" | "\t" | "|";
  skippedRows: number;
  dateOrder: "YMD" | "DMY" | "MDY";
  decimalMark: "." | ",";
  isNegated: boolean;
  isSignedByBalance?: boolean;
  negativeColumns?: readonly ("debit" | "credit")[];
  outWords?: readonly string[];
  isOneAccount?: boolean;
  columns: Partial<Record<(typeof COLUMN_ROLES)[number], number>>;
};

/** A file that an application adds to an Item, with answers for whatever the file leaves open. */
export type NewFile = {
  /** The file's bytes in base64, gzipped or plain. */
  file: string;
  /** The key of the file's account, if the file names none. */
  accountKey?: string | undefined;
  table?: TableRules | undefined;
  /** The text encoding, by a label of the Encoding Standard or the name of a code page. */
  encoding?: string | undefined;
  /** The year of the newest day, if the file's days have no year. */
  year?: number | undefined;
  dateOrder?: "DMY" | "MDY" | undefined;
  /** The meanings of unknown words of trades. */
  tradeWords?: readonly SaidWord[] | undefined;
  /** How to treat rows that may repeat earlier files' rows. */
  repeats?: "same" | "other" | undefined;
};
