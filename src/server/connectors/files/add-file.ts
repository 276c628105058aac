import { gunzipSync } from "node:zlib";
import { dayAt, toDate } from "../../domain/calendar.ts";
import type { SumMismatch } from "../../formats/balance-check.ts";
import type { EncodingCandidate } from "../../formats/decode-text.ts";
import { currencyIn } from "../../formats/file-values.ts";
import { FormatError } from "../../formats/format-error.ts";
import { openFiles } from "../../formats/index.ts";
import type { LeftOut } from "../../formats/left-out.ts";
import type { OnRead } from "../../formats/read-share.ts";
import { MAX_ACCOUNTS, type Statement, type StatementBalance } from "../../formats/statement.ts";
import { mergeWords } from "../../formats/trade-words.ts";
import { filled, placeOf } from "./account-places.ts";
import { EMPTY_LEDGER, type StoredBalance } from "./file-account.ts";
import {
  type AccountSummary,
  type FilesState,
  type FilesSummary,
  MAX_FILES,
  openFilesState,
  packState,
  summaryIn,
  toDigest,
  toSummary,
} from "./files-state.ts";
import { hasWholeFirstDay } from "./first-day.ts";
import { checkInvestments, mergeInvestments } from "./merge-investments.ts";
import { type Answer, mergeRows, type Question, spanOf } from "./merge-rows.ts";
import {
  type FileFacts,
  mappingOf,
  type OpenRules,
  type OpenTable,
  type OpenWords,
  readRows,
} from "./read-rows.ts";

/** The mark of the sandbox's sample files. */
const SAMPLE_MARK = "SAMPLE-";

/** The maximum size of a file, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file to add, with the user's answers. */
export type AddFile = FileFacts & {
  /** The bytes in base64, gzipped or plain. */
  file: string;
  bank: string;
  now: number;
  /** Whether sample files alone are taken. */
  samplesOnly: boolean;
  /** The key for an account that the file does not name. */
  newKey: string;
  /** The text encoding, if the file leaves it open. */
  encoding?: string | undefined;
  /** The year of the newest day, if the days have no year. */
  year?: number | undefined;
  /** The answers to the questions in order, or one answer for all. */
  answers?: readonly Answer[] | Answer | undefined;
};

/** The result of a file: added, or questions for the user. */
export type AddedResult =
  | { at: "encoding"; candidates: readonly EncodingCandidate[] }
  | { at: "year"; newest: number }
  | OpenTable
  | OpenRules
  | OpenWords
  | { at: "account"; accounts: AccountSummary[] }
  | { at: "questions"; questions: AskedPair[] }
  | {
      at: "done";
      state: string;
      accounts: AccountSummary[];
      /** The keys of the accounts in the file. */
      keys: string[];
      added: number;
      leftOut: LeftOut;
      /** The sums that differ from the file's balances; null if all agree. */
      mismatch: SumMismatch | null;
      changedFrom: string | null;
    };

/** A question about two rows, with the fields that the user sees. */
export type AskedPair = { date: string; amount: string; before: string; now: string };

/**
 * Adds a file to an Item's state, or to a new state; calls `onRead` with the read share. Throws a
 * FormatError with the line.
 */
export const addFile = async (request: AddFile, onRead?: OnRead): Promise<AddedResult> => {
  const known = request.state === null ? null : summaryIn(request.state);
  const { digest, files } = openFile(request, known);
  if (files === null)
    return { ...NOTHING_NEW, state: request.state ?? "", accounts: [...(known?.accounts ?? [])] };
  const doubt = files.find((file) => file.doubt !== null)?.doubt;
  if (doubt) return { at: "encoding", candidates: doubt };
  if (files.some(({ isYearOpen }) => isYearOpen))
    return { at: "year", newest: new Date(request.now).getUTCFullYear() };
  const state = request.state === null ? null : openFilesState(request.state);
  const accounts = [...(state?.accounts ?? [])];
  const mapped = mappingOf(files, accounts, request);
  if ("at" in mapped) return mapped;
  const { kept } = mapped;
  const currency = request.currency ?? mapped.currency;
  const tradeWords = mergeWords(state?.tradeWords ?? [], request.tradeWords ?? []);
  const read = readRows(files, kept, { ...request, currency, tradeWords }, onRead);
  if ("at" in read) return read;
  const { statements, leftOut, mismatch } = read;
  const asked: Question[] = [];
  const keys: string[] = [];
  let added = 0;
  let changedFrom: string | null = null;
  for (const each of statements) {
    const chosen = accounts.find(({ key }) => key === request.account) ?? accounts[0];
    const statement = withDay(
      withCurrency(each, currency ?? chosen?.account.currency),
      request.now,
    );
    const place = placeOf(statement, accounts, { ...request, taken: keys });
    if (place === null) return { at: "account", accounts: accounts.map(toSummary) };
    const { key, at, otherKeys } = place;
    if (at >= MAX_ACCOUNTS)
      throw new FormatError("TOO_MANY_ACCOUNTS", { expected: `at most ${MAX_ACCOUNTS}` });
    const before = accounts[at];
    const span = spanOf(statement.from, statement.to, statement.transactions);
    const merge =
      span &&
      (await mergeRows(
        before ?? EMPTY_LEDGER,
        {
          ...{ rows: statement.transactions, span, currency: statement.account.currency },
          hasFirstDay: before !== undefined && hasWholeFirstDay(before, statement, span.from),
        },
        typeof request.answers === "string"
          ? request.answers
          : request.answers?.slice(asked.length),
      ));
    const invested = mergeInvestments(before?.investments, statement.investments);
    asked.push(...(merge?.questions ?? []));
    added += (merge?.added ?? 0) + invested.added;
    if (merge?.changedFrom && (changedFrom === null || merge.changedFrom < changedFrom))
      changedFrom = merge.changedFrom;
    const csv = kept ?? before?.csv;
    accounts[at] = {
      ...(merge?.ledger ?? before ?? EMPTY_LEDGER),
      key,
      account: before ? filled(before.account, statement.account) : statement.account,
      current: newestBalance(statement.balances, "closing", before?.current ?? null),
      available: newestBalance(statement.balances, "available", before?.available ?? null),
      ...(csv && { csv }),
      ...(invested.investments && { investments: invested.investments }),
      ...(otherKeys.length > 0 && { otherKeys }),
    };
    keys.push(key);
  }
  checkInvestments(accounts);
  if (typeof request.answers !== "string" && asked.length > (request.answers?.length ?? 0))
    return { at: "questions", questions: asked.map(toPair) };
  const next: FilesState = {
    revision: (state?.revision ?? 0) + 1,
    bank: state?.bank ?? request.bank,
    ...pickEncoding(request, state),
    ...(tradeWords.length > 0 && { tradeWords }),
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
    accounts: accounts.map(toSummary),
    keys,
    added,
    leftOut,
    mismatch,
    changedFrom,
  };
};

/** The outcome for a file that was added before. */
const NOTHING_NEW: Pick<Done, "at" | "keys" | "added" | "leftOut" | "mismatch" | "changedFrom"> = {
  at: "done",
  keys: [],
  added: 0,
  leftOut: { count: 0, first: [] },
  mismatch: null,
  changedFrom: null,
};
type Done = Extract<AddedResult, { at: "done" }>;

/** Returns the digest of a file and the texts in it, null if the Item has it. Throws a FormatError if it cannot be read. */
export function openFile(
  { file, samplesOnly, encoding, year }: AddFile,
  known: FilesSummary | null,
): { digest: string; files: OpenFiles | null } {
  const bytes = toBytes(file);
  if (samplesOnly && !bytes.includes(SAMPLE_MARK)) throw new FormatError("NOT_A_SAMPLE");
  const digest = toDigest(bytes);
  const isKnown = known?.files.some((each) => each.digest === digest);
  return {
    digest,
    files: isKnown ? null : openFiles(bytes, { encoding, earlier: known?.encoding, year }),
  };
}

/** The bytes of a file. A zip bomb is refused once too large. */
function toBytes(file: string): Buffer {
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

type OpenFiles = ReturnType<typeof openFiles>;

/** The user's chosen encoding, for later files of the bank that also leave it open. */
const pickEncoding = ({ encoding }: AddFile, state: FilesState | null) => {
  const chosen = encoding ?? state?.encoding;
  return chosen === undefined ? {} : { encoding: chosen };
};

function withCurrency(statement: Statement, chosen: string | null | undefined): Statement {
  if (statement.account.currency !== null) return statement;
  const currency = currencyIn(chosen, { field: "currency" });
  return { ...statement, account: { ...statement.account, currency } };
}

/** Positions in a file without a day get the day on which the file is added. */
function withDay(statement: Statement, now: number): Statement {
  const { investments, balances } = statement;
  if (!investments?.holdings || investments.day !== null) return statement;
  const day = toDate(dayAt(now));
  return {
    ...statement,
    investments: { ...investments, day },
    balances: balances.map((balance) => ({ ...balance, date: balance.date ?? day })),
  };
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

const toPair = ({ stored, row }: Question): AskedPair => ({
  date: row.date,
  amount: row.amount,
  before: toName(stored),
  now: toName(row),
});

/** The words by which a user knows a transaction. */
export const toName = ({
  payee,
  description,
  memo,
}: Pick<Question["row"], "payee" | "description" | "memo">): string =>
  payee ?? description ?? memo ?? "";
