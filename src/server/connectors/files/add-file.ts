import { gunzipSync } from "node:zlib";
import type { CsvGuess, CsvMapping } from "../../formats/csv/csv-mapping.ts";
import type { EncodingCandidate } from "../../formats/decode-text.ts";
import { currencyIn } from "../../formats/file-values.ts";
import { FormatError } from "../../formats/format-error.ts";
import { guessCsv, openFiles, readStatements } from "../../formats/index.ts";
import type { LeftOut } from "../../formats/left-out.ts";
import type { DateOrder } from "../../formats/locale-values.ts";
import type { OnRead } from "../../formats/read-share.ts";
import { MAX_ACCOUNTS, type Statement, type StatementBalance } from "../../formats/statement.ts";
import { filled, placeOf } from "./account-places.ts";
import { EMPTY_LEDGER, type StoredBalance } from "./file-account.ts";
import {
  type AccountSummary,
  digestOf,
  type FilesState,
  type FilesSummary,
  type KeptMapping,
  MAX_FILES,
  openFilesState,
  packState,
  summaryIn,
  summaryOf,
} from "./files-state.ts";
import { type Answer, mergeRows, type Question, spanOf } from "./merge-rows.ts";

/** The mark of the sandbox's sample files. */
const SAMPLE_MARK = "SAMPLE-";

/** The maximum size of a file, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file to add, with everything that the user has said of it. */
export type AddFile = {
  /** The bytes, compressed by gzip or as they are, in base64. */
  file: string;
  /** The state that it is added to; null for a new Item. */
  state: string | null;
  bank: string;
  now: number;
  /** Whether sample files alone are taken. */
  samplesOnly: boolean;
  /** The key for an account that the file does not name. */
  newKey: string;
  /** The account of a file that names none, by its key; `newKey` for another one. */
  account?: string | undefined;
  /** The mapping of a CSV file. */
  mapping?: CsvMapping | undefined;
  /** The order of the dates, if the file leaves it open. */
  dateOrder?: DateOrder | undefined;
  /** The encoding of the text, if the file leaves it open. */
  encoding?: string | undefined;
  /** The currency of an account that the file does not tell. */
  currency?: string | undefined;
  /** The answers to the questions in their order, or one for all. */
  answers?: readonly Answer[] | Answer | undefined;
  /** Whether a guess of the columns counts without being shown, if it is certain. */
  acceptsGuess?: boolean | undefined;
};

/** The outcome of a file: it is added, or the user is asked first. */
export type AddedResult =
  | { at: "encoding"; candidates: readonly EncodingCandidate[] }
  | { at: "columns"; guess: CsvGuess; currency: string | null }
  | { at: "rules"; hasDateOrder: boolean; hasCurrency: boolean }
  | { at: "account"; accounts: AccountSummary[] }
  | { at: "questions"; questions: AskedPair[] }
  | {
      at: "done";
      state: string;
      accounts: AccountSummary[];
      /** The keys of the accounts that the file is of. */
      keys: string[];
      added: number;
      leftOut: LeftOut;
      changedFrom: string | null;
    };

/** A question about two rows, as far as the user has to see them. */
export type AskedPair = { date: string; amount: string; before: string; now: string };

/** Adds a file to the state of an Item, or to a new one; `onRead` is told the share that is read. Throws a FormatError that names the line. */
export const addFile = async (request: AddFile, onRead?: OnRead): Promise<AddedResult> => {
  const known = request.state === null ? null : summaryIn(request.state);
  const { digest, files } = openFile(request, known);
  if (files === null)
    return { ...NOTHING_NEW, state: request.state ?? "", accounts: [...(known?.accounts ?? [])] };
  const doubt = files.find((file) => file.doubt !== null)?.doubt;
  if (doubt) return { at: "encoding", candidates: doubt };
  const state = request.state === null ? null : openFilesState(request.state);
  const accounts = [...(state?.accounts ?? [])];
  const mapped = mappingOf(files, accounts, request);
  if ("at" in mapped) return mapped;
  const { kept } = mapped;
  const read = readRows(files, kept, request, onRead);
  if ("at" in read) return read;
  const { statements, leftOut } = read;
  const asked: Question[] = [];
  const keys: string[] = [];
  let added = 0;
  let changedFrom: string | null = null;
  for (const each of statements) {
    const statement = withCurrency(each, request.currency ?? accounts[0]?.account.currency);
    const place = placeOf(statement, accounts, { ...request, taken: keys });
    if (place === null) return { at: "account", accounts: accounts.map(summaryOf) };
    const { key, at, otherKeys } = place;
    if (at >= MAX_ACCOUNTS)
      throw new FormatError("TOO_MANY_ACCOUNTS", { expected: `at most ${MAX_ACCOUNTS}` });
    const before = accounts[at];
    const span = spanOf(statement.from, statement.to, statement.transactions);
    const merge =
      span &&
      (await mergeRows(
        before ?? EMPTY_LEDGER,
        { rows: statement.transactions, span, currency: statement.account.currency },
        typeof request.answers === "string"
          ? request.answers
          : request.answers?.slice(asked.length),
      ));
    asked.push(...(merge?.questions ?? []));
    added += merge?.added ?? 0;
    if (merge?.changedFrom && (changedFrom === null || merge.changedFrom < changedFrom))
      changedFrom = merge.changedFrom;
    const csv = kept ?? before?.csv;
    accounts[at] = {
      key,
      account: before ? filled(before.account, statement.account) : statement.account,
      current: newestBalance(statement.balances, "closing", before?.current ?? null),
      available: newestBalance(statement.balances, "available", before?.available ?? null),
      ...(merge?.ledger ?? before ?? EMPTY_LEDGER),
      ...(csv && { csv }),
      ...(otherKeys.length > 0 && { otherKeys }),
    };
    keys.push(key);
  }
  if (typeof request.answers !== "string" && asked.length > (request.answers?.length ?? 0))
    return { at: "questions", questions: asked.map(pairOf) };
  const next: FilesState = {
    revision: (state?.revision ?? 0) + 1,
    bank: state?.bank ?? request.bank,
    ...encodingOf(request, state),
    accounts,
    // The history of a new Item is still to be pulled.
    files: [
      ...(state?.files ?? []),
      { digest, at: request.now, changedFrom: state === null ? null : changedFrom },
    ].slice(-MAX_FILES),
  };
  return {
    at: "done",
    state: packState(next),
    accounts: accounts.map(summaryOf),
    keys,
    added,
    leftOut,
    changedFrom,
  };
};

/** The outcome for a file that was added before. */
const NOTHING_NEW: Pick<Done, "at" | "keys" | "added" | "leftOut" | "changedFrom"> = {
  at: "done",
  keys: [],
  added: 0,
  leftOut: { count: 0, first: [] },
  changedFrom: null,
};
type Done = Extract<AddedResult, { at: "done" }>;

/** The digest of a file, and the texts in it; null if it was added before. Its bytes are not kept. */
function openFile(
  { file, samplesOnly, encoding }: AddFile,
  known: FilesSummary | null,
): { digest: string; files: OpenFiles | null } {
  const bytes = bytesOf(file);
  if (samplesOnly && !bytes.includes(SAMPLE_MARK)) throw new FormatError("NOT_A_SAMPLE");
  const digest = digestOf(bytes);
  const isKnown = known?.files.some((each) => each.digest === digest);
  return { digest, files: isKnown ? null : openFiles(bytes, encoding, known?.encoding) };
}

/** The bytes of a file; a zip bomb is refused once it is too large. */
function bytesOf(file: string): Buffer {
  const bytes = Buffer.from(file, "base64");
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (failure) {
    if (failure instanceof RangeError)
      throw new FormatError("FILE_TOO_LARGE", { expected: `at most ${MAX_BYTES} bytes` });
    throw new FormatError("BROKEN_STRUCTURE");
  }
}

type Accounts = FilesState["accounts"];
type OpenFiles = ReturnType<typeof openFiles>;

/**
 * The mapping of a CSV file: that of the request, or the one that an account's files have had with the same columns;
 * else the guess that the user is shown. Other formats have none.
 */
function mappingOf(
  files: OpenFiles,
  accounts: Accounts,
  { mapping, account, currency, acceptsGuess }: AddFile,
): { kept: KeptMapping | null } | Extract<AddedResult, { at: "columns" }> {
  const guess = guessCsv(files);
  if (guess === null) return { kept: null };
  const { header } = guess;
  if (mapping) return { kept: { header, mapping } };
  const fitting = accounts.filter(
    ({ csv, key }) =>
      csv !== undefined &&
      (account === undefined || account === key) &&
      csv.header.length > 0 &&
      csv.header.join("\n") === header.join("\n"),
  );
  const kept = fitting[0]?.csv;
  // Titles before the table have more or fewer lines from file to file.
  const { skippedRows } = guess.mapping;
  if (kept) return { kept: { header, mapping: { ...kept.mapping, skippedRows } } };
  if (acceptsGuess && guess.doubts.length === 0)
    return { kept: { header, mapping: guess.mapping } };
  const known = currency ?? accounts[0]?.account.currency ?? guess.currency;
  return { at: "columns", guess, currency: known };
}

/** The statements of a file; or the rules that a new Item has to be told, since the file leaves them open. */
function readRows(
  files: OpenFiles,
  kept: KeptMapping | null,
  { currency, dateOrder, state }: AddFile,
  onRead: OnRead | undefined,
): { statements: readonly Statement[]; leftOut: LeftOut } | Extract<AddedResult, { at: "rules" }> {
  const options = {
    ...(kept && { csv: kept.mapping }),
    ...(dateOrder && { dateOrder }),
    ...(onRead && { onRead }),
  };
  try {
    const { statements, leftOut } = readStatements(files, options);
    const hasCurrency =
      state === null &&
      currency === undefined &&
      statements.some(({ account }) => account.currency === null);
    return hasCurrency
      ? { at: "rules", hasDateOrder: false, hasCurrency }
      : { statements, leftOut };
  } catch (failure) {
    if (!(failure instanceof FormatError) || failure.problem !== "AMBIGUOUS_DATES") throw failure;
    return {
      at: "rules",
      hasDateOrder: true,
      hasCurrency: state === null && currency === undefined,
    };
  }
}

/** The encoding that the user has chosen, for later files of the same bank that leave it open, too. */
const encodingOf = ({ encoding }: AddFile, state: FilesState | null) => {
  const chosen = encoding ?? state?.encoding;
  return chosen === undefined ? {} : { encoding: chosen };
};

function withCurrency(statement: Statement, chosen: string | null | undefined): Statement {
  if (statement.account.currency !== null) return statement;
  const currency = currencyIn(chosen, { field: "currency" });
  return { ...statement, account: { ...statement.account, currency } };
}

function newestBalance(
  balances: readonly StatementBalance[],
  kind: StatementBalance["kind"],
  stored: StoredBalance | null,
): StoredBalance | null {
  return balances.reduce((newest, { amount, date, ...balance }) => {
    if (balance.kind !== kind || date === null) return newest;
    return newest === null || date >= newest.date ? { amount, date } : newest;
  }, stored);
}

const pairOf = ({ stored, row }: Question): AskedPair => ({
  date: row.date,
  amount: row.amount,
  before: nameOf(stored),
  now: nameOf(row),
});

/** The words that a person knows a transaction by. */
export const nameOf = ({
  payee,
  description,
  memo,
}: Pick<Question["row"], "payee" | "description" | "memo">): string =>
  payee ?? description ?? memo ?? "";
