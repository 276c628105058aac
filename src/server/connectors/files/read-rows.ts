import type { SaidWord } from "../../domain/connectors/new-file.ts";
import type { SumMismatch } from "../../formats/balance-check.ts";
import { type CsvGuess, type CsvMapping, isOfInvestments } from "../../formats/csv/csv-mapping.ts";
import { FormatError } from "../../formats/format-error.ts";
import { guessCsv, type openFiles, readStatements } from "../../formats/index.ts";
import type { LeftOut } from "../../formats/left-out.ts";
import type { DateOrder } from "../../formats/locale-values.ts";
import type { OnRead } from "../../formats/read-share.ts";
import type { Statement } from "../../formats/statement.ts";
import { createTradeWords, type UnknownWord } from "../../formats/trade-words.ts";
import type { FilesState, KeptMapping } from "./files-state.ts";

/** The user's facts about a file. */
export type FileFacts = {
  /** The state to add to; null for a new Item. */
  state: string | null;
  /** The account's key for a file that names none; `newKey` for a new account. */
  account?: string | undefined;
  /** The mapping of a CSV file. */
  mapping?: CsvMapping | undefined;
  /** The order of dates, if the file leaves it open. */
  dateOrder?: DateOrder | undefined;
  /** The account's currency, if the file has none. */
  currency?: string | undefined;
  /** Whether a certain guess of the columns is used without showing it. */
  acceptsGuess?: boolean | undefined;
  /** The meanings of words of trades, those that were said of earlier files first. */
  tradeWords?: readonly SaidWord[] | undefined;
};

/** A table with open columns or rules. */
export type OpenTable = { at: "columns"; guess: CsvGuess; currency: string | null };

/** The words of trades whose meaning is open. */
export type OpenWords = { at: "words"; words: readonly UnknownWord[] };

/** The rules that a file of another format leaves open. */
export type OpenRules = { at: "rules"; hasDateOrder: boolean; hasCurrency: boolean };

type Accounts = FilesState["accounts"];
type OpenFiles = ReturnType<typeof openFiles>;

/**
 * Returns the mapping of a CSV file: the request's, earlier files' with the same columns, the guess
 * confirmed by the file's balances, or the guess to ask about. Other formats have none.
 */
export function mappingOf(
  files: OpenFiles,
  accounts: Accounts,
  { mapping, account, currency, acceptsGuess }: FileFacts,
): { kept: KeptMapping | null; currency?: string | undefined } | OpenTable {
  const bank = guessCsv(files);
  // A broker's table's columns are known by name, unless its user had to name them.
  const isNamed =
    mapping !== undefined || accounts.some(({ csv }) => csv && isOfInvestments(csv.mapping));
  const guess = bank ?? (isNamed ? guessBroker(files) : null);
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
  if (!kept && bank === null) return { kept: null };
  // Titles before the table have more or fewer lines from file to file.
  const { skippedRows } = guess.mapping;
  // Each file has its own first row.
  const isSignOpen = kept?.mapping.isSignedByBalance && guess.openRow !== null;
  if (kept && !isSignOpen) return { kept: { header, mapping: { ...kept.mapping, skippedRows } } };
  if ((acceptsGuess || guess.isProven) && guess.doubts.length === 0)
    return { kept: { header, mapping: guess.mapping }, currency: guess.currency ?? undefined };
  const known = currency ?? accounts[0]?.account.currency ?? guess.currency;
  return { at: "columns", guess, currency: known };
}

/** The guess of a broker's table with unknown columns; null without rows to show. */
function guessBroker(files: OpenFiles): CsvGuess | null {
  try {
    return guessCsv(files, true);
  } catch (failure) {
    if (failure instanceof FormatError) return null;
    throw failure;
  }
}

/** The problems of a broker's table without a readable row that other columns may solve. */
const OF_COLUMNS: readonly string[] = [
  ...["INVALID_AMOUNT", "INVALID_DATE", "MISSING_FIELD", "NO_TRANSACTION", "UNKNOWN_ACTION"],
];

/**
 * The statements of a file; or what to ask its user for, since the file leaves it open: the rules of
 * a new Item, the words of trades that are not known, or the columns of a broker's table none of whose rows
 * can be read.
 */
export function readRows(
  files: OpenFiles,
  kept: KeptMapping | null,
  { acceptsGuess, currency, dateOrder, state, tradeWords: said = [] }: FileFacts,
  onRead: OnRead | undefined,
):
  | { statements: readonly Statement[]; leftOut: LeftOut; mismatch: SumMismatch | null }
  | OpenRules
  | OpenWords
  | OpenTable {
  const tradeWords = createTradeWords(said);
  const openWords = (): OpenWords | null => {
    const words = tradeWords.unknown();
    return words.length > 0 ? { at: "words", words } : null;
  };
  const options = {
    tradeWords,
    ...(kept && { csv: kept.mapping }),
    ...(dateOrder && { dateOrder }),
    ...(onRead && { onRead }),
  };
  try {
    const { statements, leftOut, mismatches } = readStatements(files, options);
    const hasCurrency =
      state === null &&
      currency === undefined &&
      statements.some(({ account }) => account.currency === null);
    if (hasCurrency) return { at: "rules", hasDateOrder: false, hasCurrency };
    return openWords() ?? { statements, leftOut, mismatch: mismatches[0] ?? null };
  } catch (failure) {
    if (!(failure instanceof FormatError)) throw failure;
    if (failure.problem !== "AMBIGUOUS_DATES") {
      const open = openWords();
      if (open) return open;
      const isAsked = kept === null && !acceptsGuess && said.length === 0;
      const isOpen = isAsked && OF_COLUMNS.includes(failure.problem);
      const guess = isOpen ? guessBroker(files) : null;
      if (guess)
        return { at: "columns", guess: withDoubt(guess), currency: currency ?? guess.currency };
      throw failure;
    }
    return {
      at: "rules",
      hasDateOrder: true,
      hasCurrency: state === null && currency === undefined,
    };
  }
}

/** A guess with doubtful columns, since reading by column names has failed. */
const withDoubt = (guess: CsvGuess): CsvGuess => ({
  ...guess,
  doubts: guess.doubts.includes("columns") ? guess.doubts : ["columns", ...guess.doubts],
});
