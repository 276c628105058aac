/** The meanings that a column of a table may have; the last four are those of a broker's table. */
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

/** The rules by which the rows of a table are read; a column's place counts from 0. */
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

/** A file that an application adds to an Item, with everything that the file may leave open. */
export type NewFile = {
  /** Its bytes in base64, compressed by gzip or as they are. */
  file: string;
  /** The key of the file's account, if the file names no account. */
  accountKey?: string | undefined;
  table?: TableRules | undefined;
  /** The encoding of its text, by a label of the Encoding Standard or the name of a code page. */
  encoding?: string | undefined;
  /** The year of its newest day, if its days have none. */
  year?: number | undefined;
  dateOrder?: "DMY" | "MDY" | undefined;
  /** How to take rows that may be ones of earlier files. */
  repeats?: "same" | "other" | undefined;
};
