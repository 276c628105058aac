import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { type Id, ownId } from "../../domain/bank-values.ts";
import type { AccountIds } from "../../domain/connectors/files.ts";
import type { SaidWord } from "../../domain/connectors/new-file.ts";
import type { IdSetting } from "../../domain/institutions/institution-ids.ts";
import type { CsvMapping } from "../../formats/csv/csv-mapping.ts";
import type { StatementAccount } from "../../formats/statement.ts";
import type { FileAccount, Span, StoredRow } from "./file-account.ts";

/** An added file: its digest, its time, and the first day that it changed. */
type AddedFile = { digest: string; at: number; changedFrom: string | null };

/** An account without its rows. */
export type AccountSummary = Pick<FileAccount, "key" | "account" | "current" | "available">;

/** The mapping of an account's CSV files, and the matching column names. */
export type KeptMapping = { header: readonly string[]; mapping: CsvMapping };

/** A summary of an Item's files, which is read without the rows. */
export type FilesSummary = {
  /** Counts the changes. */
  revision: number;
  /** The files' bank, as the user names it. */
  bank: string;
  /** The user's chosen encoding of a file; left out for none. */
  encoding?: string;
  /** The meanings of words of trades that the user has said; left out for none. */
  tradeWords?: readonly SaidWord[];
  accounts: readonly AccountSummary[];
  /** The last MAX_FILES files, oldest first. */
  files: readonly AddedFile[];
};

/** All contents of an Item's files. */
export type FilesState = Omit<FilesSummary, "accounts"> & {
  accounts: readonly (FileAccount & { csv?: KeptMapping })[];
};

/** The number of remembered files, by which a repeated file is recognized at once. */
export const MAX_FILES = 100;

/** The number of rows packed together, so that few rows are in memory as text. */
const ROWS_AT_ONCE = 2000;

/** Half the bytes of deflate's default, in a fifth of the time. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };

/** Packs a state as a short text: the summary, the accounts, and their rows by date, in pieces. */
export const packState = ({ accounts, ...state }: FilesState): string => {
  const summary: FilesSummary = { ...state, accounts: accounts.map(toSummary) };
  const pieces: string[] = [];
  const open = accounts.map(({ rows, ...account }): OpenAccount => {
    const sorted = rows.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
    const spans: Span[] = [];
    for (let from = 0; from < sorted.length; from += ROWS_AT_ONCE) {
      const piece = sorted.slice(from, from + ROWS_AT_ONCE);
      spans.push({ from: piece[0]?.date ?? "", to: piece.at(-1)?.date ?? "" });
      pieces.push(packed(toColumns(piece)));
    }
    return { ...account, pieces: spans };
  });
  return [packedSummary(summary), packed(open), ...pieces].join(".");
};

/** The summary in a packed state. */
export const summaryIn = (state: string): FilesSummary =>
  JSON.parse(Buffer.from(state.slice(0, state.indexOf(".")), "base64").toString());

/** The behaviour of each account's row ids: the number of rebooked payments, and the setting. */
export const idsIn = (state: string): AccountIds[] =>
  openAccounts(state).map(({ account: { key, rebooked = 0, idSetting = null } }) => ({
    ...{ accountKey: key, rebooked, setting: idSetting },
  }));

/** The accounts of a packed state with investments. */
export const investedIn = (state: string) =>
  openAccounts(state).flatMap(({ account: { key, account, investments } }) =>
    investments ? [{ key, currency: account.currency, investments }] : [],
  );

/**
 * Sets in a packed state whether an account's payments are taken to be rebooked; null deletes the
 * setting and the observations.
 */
export const withIds = (state: string, accountKey: string, setting: IdSetting | null): string => {
  const [, accounts = "", ...pieces] = state.split(".");
  const { revision, ...summary } = summaryIn(state);
  const changed = unpacked<OpenAccount[]>(accounts).map((account) => {
    if (account.key !== accountKey) return account;
    const { idSetting: _, rebooked = 0, ...rest } = account;
    return setting === null ? rest : { ...rest, rebooked, idSetting: setting };
  });
  const next: FilesSummary = { ...summary, revision: revision + 1 };
  return [packedSummary(next), packed(changed), ...pieces].join(".");
};

const packedSummary = (summary: FilesSummary): string =>
  Buffer.from(JSON.stringify(summary)).toString("base64");

/** The whole of a packed state. */
export const openFilesState = (state: string): FilesState => ({
  ...summaryIn(state),
  accounts: openAccounts(state).map(({ account: { pieces: _, ...account }, rows }) => ({
    ...account,
    rows: [...rows()],
  })),
});

/** The rows of a period in a packed state, oldest first; few are in memory at a time. */
export function* rowsByDate(
  state: string,
  period: Span,
): Generator<{ row: StoredRow; account: OpenAccount }> {
  const lists = openAccounts(state).map(({ account, rows }) => {
    const iterator = rows(period);
    return { account, iterator, row: iterator.next().value };
  });
  for (;;) {
    let first: (typeof lists)[number] | undefined;
    for (const list of lists)
      if (list.row && (!first?.row || list.row.date < first.row.date)) first = list;
    if (!first?.row) return;
    yield { row: first.row, account: first.account };
    first.row = first.iterator.next().value;
  }
}

const ALWAYS: Span = { from: "", to: "9999-12-31" };

/** The accounts of a packed state. Their rows are opened while they are read. */
function openAccounts(state: string) {
  const [, accounts = "", ...pieces] = state.split(".");
  let first = 0;
  return unpacked<OpenAccount[]>(accounts).map((account) => {
    const own = pieces.slice(first, first + account.pieces.length);
    first += account.pieces.length;
    function* rows({ from, to }: Span = ALWAYS): Generator<StoredRow, undefined> {
      for (const [at, piece] of own.entries()) {
        const span = account.pieces[at];
        if (!span || span.to < from || span.from > to) continue;
        for (const row of rowsOf(unpacked<Columns>(piece)))
          if (row.date >= from && row.date <= to) yield row;
      }
    }
    return { account, rows };
  });
}

const packed = (value: unknown): string =>
  brotliCompressSync(JSON.stringify(value), FAST).toString("base64");

const unpacked = <T>(text: string): T =>
  JSON.parse(brotliDecompressSync(Buffer.from(text, "base64")).toString());

/**
 * The values of some rows as a list per field. Lists compress better than rows, whose field names
 * would be two thirds of the text. A list of equal values has one value.
 */
type Columns = { count: number; columns: Record<string, unknown> };

function toColumns(rows: readonly StoredRow[]): Columns {
  const fields = Object.keys(rows[0] ?? {}) as (keyof StoredRow)[];
  const columns = fields.map((field) => {
    const list = rows.map((row) => row[field]);
    const [first] = list;
    const isOne = !Array.isArray(first) && list.every((value) => value === first);
    return [field, isOne ? first : list];
  });
  return { count: rows.length, columns: Object.fromEntries(columns) };
}

/**
 * Builds rows from columns. Objects of one shape are read several times faster than objects built
 * field by field.
 */
function* rowsOf({ count, columns }: Columns): Generator<StoredRow, undefined> {
  const readColumn = (field: keyof StoredRow): readonly unknown[] => {
    const value = columns[field];
    return Array.isArray(value) ? value : Array(count).fill(value);
  };
  const number = readColumn("number");
  const asOf = readColumn("asOf");
  const date = readColumn("date");
  const valueDate = readColumn("valueDate");
  const madeDate = readColumn("madeDate");
  const amount = readColumn("amount");
  const currency = readColumn("currency");
  const pending = readColumn("pending");
  const id = readColumn("id");
  const reference = readColumn("reference");
  const mandateId = readColumn("mandateId");
  const checkNumber = readColumn("checkNumber");
  const code = readColumn("code");
  const description = readColumn("description");
  const payee = readColumn("payee");
  const memo = readColumn("memo");
  const counterpartyAccount = readColumn("counterpartyAccount");
  const category = readColumn("category");
  const aliases = readColumn("aliases");
  for (let at = 0; at < count; at++)
    yield {
      number: number[at],
      asOf: asOf[at],
      date: date[at],
      valueDate: valueDate[at],
      madeDate: madeDate[at],
      amount: amount[at],
      currency: currency[at],
      pending: pending[at],
      id: id[at],
      reference: reference[at],
      mandateId: mandateId[at] ?? null,
      checkNumber: checkNumber[at],
      code: code[at],
      description: description[at],
      payee: payee[at],
      memo: memo[at],
      counterpartyAccount: counterpartyAccount[at],
      category: category[at],
      aliases: aliases[at],
    } as StoredRow;
}

/** An account without its rows, and the days of each piece of rows. */
export type OpenAccount = Omit<FilesState["accounts"][number], "rows"> & {
  pieces: readonly Span[];
};

/** Leaves out an account's rows. */
export const toSummary = ({ key, account, current, available }: FileAccount): AccountSummary => ({
  ...{ key, account, current, available },
});

/** The digest of a file. */
export const toDigest = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("base64");

/** Derives an account's key from its number, the same in any file format; null without a number. */
export const accountKey = ({ iban, id, bankId, type, currency }: StatementAccount): Id | null => {
  const number = iban ?? id;
  if (number === null) return null;
  const parts = [iban === null ? bankId : null, plainNumber(number), currency];
  if (type === "investment") parts.push(type);
  return ownId(createHash("sha256").update(JSON.stringify(parts)).digest("base64url"));
};

/**
 * The minimum number of common last characters by which an IBAN and a domestic number are the same
 * account's.
 */
const MIN_COMMON = 6;

/** Whether a file's account is a stored one: by number, or by name if neither has a number. */
export const isSameAccount = (stored: StatementAccount, account: StatementAccount): boolean => {
  if (stored.currency && account.currency && stored.currency !== account.currency) return false;
  if ((stored.type === "investment") !== (account.type === "investment")) return false;
  if (stored.iban && account.iban) return plainNumber(stored.iban) === plainNumber(account.iban);
  const [mine, other] = [
    plainNumber(stored.iban ?? stored.id),
    plainNumber(account.iban ?? account.id),
  ];
  if (mine === "" || other === "")
    return mine === other && stored.name !== null && stored.name === account.name;
  if (stored.bankId && account.bankId && stored.bankId !== account.bankId) return false;
  const [long, short] = mine.length > other.length ? [mine, other] : [other, mine];
  if (!stored.iban && !account.iban) return mine === other;
  return short.length >= MIN_COMMON && long.endsWith(short);
};

/** An account number without spaces and marks. */
export const plainNumber = (number: string | null): string =>
  (number ?? "").replace(/[^\p{L}\p{N}]/gu, "");
