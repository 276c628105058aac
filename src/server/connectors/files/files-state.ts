import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import type { CsvMapping } from "../../formats/csv/csv-mapping.ts";
import type { StatementAccount } from "../../formats/statement.ts";
import type { FileAccount, StoredRow } from "./file-account.ts";

/** A file that was added: its digest, when it was read, and the first day that it changed. */
type AddedFile = { digest: string; at: number; changedFrom: string | null };

/** An account with its rows left out. */
export type AccountSummary = Pick<FileAccount, "key" | "account" | "current" | "available">;

/** The mapping of an account's CSV files, and the names of the columns that it fits. */
export type KeptMapping = { header: readonly string[]; mapping: CsvMapping };

/** A summary of all that an Item's files have told of, which is read without the rows. */
export type FilesSummary = {
  /** Counts the changes. */
  revision: number;
  /** The bank that the files are from, as the user names it. */
  bank: string;
  accounts: readonly AccountSummary[];
  /** The files, oldest first; of the older ones only the last MAX_FILES. */
  files: readonly AddedFile[];
};

/** Everything that an Item's files have told of. */
export type FilesState = Omit<FilesSummary, "accounts"> & {
  accounts: readonly (FileAccount & { csv?: KeptMapping })[];
};

/** How many files are remembered: a repeat of one of them is known at once. */
export const MAX_FILES = 100;

/** A state as a text of few bytes: the summary, and the accounts with their rows. */
export const packState = ({ accounts, ...state }: FilesState): string => {
  const summary: FilesSummary = { ...state, accounts: accounts.map(summaryOf) };
  const packed = accounts.map(({ rows, ...account }) => ({ ...account, rows: rows.map(valuesOf) }));
  const parts = [Buffer.from(JSON.stringify(summary)), deflateSync(JSON.stringify(packed))];
  return parts.map((part) => part.toString("base64")).join(".");
};

/** The summary in a packed state. */
export const summaryIn = (packed: string): FilesSummary =>
  JSON.parse(Buffer.from(packed.slice(0, packed.indexOf(".")), "base64").toString());

/** The whole of a packed state. */
export const openFilesState = (packed: string): FilesState => {
  const rows = Buffer.from(packed.slice(packed.indexOf(".") + 1), "base64");
  const accounts: PackedAccount[] = JSON.parse(inflateSync(rows).toString());
  return {
    ...summaryIn(packed),
    accounts: accounts.map(({ rows, ...account }) => ({ ...account, rows: rows.map(rowOf) })),
  };
};

/** The fields of a row, in the order of their values in a packed state. */
const FIELDS = [
  "number",
  "asOf",
  "date",
  "valueDate",
  "madeDate",
  "amount",
  "currency",
  "pending",
  "id",
  "reference",
  "checkNumber",
  "code",
  "description",
  "payee",
  "memo",
  "counterpartyAccount",
  "category",
  "aliases",
] as const satisfies readonly (keyof StoredRow)[];

/** The values of a row alone: the names of its fields would be two thirds of the text. */
type Values = (StoredRow[(typeof FIELDS)[number]] | null)[];
type PackedAccount = Omit<FilesState["accounts"][number], "rows"> & { rows: Values[] };

const valuesOf = (row: StoredRow): Values => FIELDS.map((field) => row[field] ?? null);

function rowOf(values: Values): StoredRow {
  const row: Record<string, unknown> = {};
  for (const [at, field] of FIELDS.entries())
    if (field !== "aliases" || values[at]) row[field] = values[at] ?? null;
  return row as StoredRow;
}

/** Leaves out an account's rows. */
export const summaryOf = ({ key, account, current, available }: FileAccount): AccountSummary => ({
  ...{ key, account, current, available },
});

/** The digest of a file. */
export const digestOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("base64");

/**
 * Derives the key of an account from its number, so that the files of any format give it the same; null if a file
 * does not name it.
 */
export const accountKey = ({ iban, id, bankId, currency }: StatementAccount): string | null => {
  const number = iban ?? id;
  if (number === null) return null;
  const parts = [iban === null ? bankId : null, plain(number), currency];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
};

/** How many of the last characters make two numbers of different kinds the same. */
const MIN_COMMON = 6;

/** Whether a file's account is a stored one: by its number, or by its name if neither has a number. */
export const isSameAccount = (stored: StatementAccount, account: StatementAccount): boolean => {
  if (stored.currency && account.currency && stored.currency !== account.currency) return false;
  if (stored.iban && account.iban) return plain(stored.iban) === plain(account.iban);
  const [mine, other] = [plain(stored.iban ?? stored.id), plain(account.iban ?? account.id)];
  if (mine === "" || other === "")
    return mine === other && stored.name !== null && stored.name === account.name;
  if (stored.bankId && account.bankId && stored.bankId !== account.bankId) return false;
  const [long, short] = mine.length > other.length ? [mine, other] : [other, mine];
  if (!stored.iban && !account.iban) return mine === other;
  return short.length >= MIN_COMMON && long.endsWith(short);
};

/** An account number without the spaces and marks that people put into it. */
const plain = (number: string | null): string => (number ?? "").replace(/[^\p{L}\p{N}]/gu, "");
