import { checkStatement, type SumMismatch } from "./balance-check.ts";
import { isBrokerCsv, isOfSecurities } from "./broker-csv/broker-tables.ts";
import { guessPositions } from "./broker-csv/guess-positions.ts";
import { readBrokerCsv } from "./broker-csv/read.ts";
import { isCamt, readCamt } from "./camt/read.ts";
import { type CsvGuess, type CsvMapping, isOfInvestments } from "./csv/csv-mapping.ts";
import { withOneAmount } from "./csv/currency-columns.ts";
import { guessMapping } from "./csv/guess-mapping.ts";
import { joinTables, type TableTitles } from "./csv/join-tables.ts";
import { readCsv } from "./csv/read.ts";
import { withRecordsAsRows } from "./csv/record-lines.ts";
import { withWholeDays } from "./csv/whole-days.ts";
import { isOwnCsv } from "./csv/write.ts";
import { decodeText, type EncodingCandidate } from "./decode-text.ts";
import { decoderFor } from "./encodings/decoders.ts";
import { FormatError } from "./format-error.ts";
import { collectLeftOut, type LeaveOut, type LeftOut } from "./left-out.ts";
import type { DateOrder } from "./locale-values.ts";
import { mergeStatements } from "./merge-statements.ts";
import { isMt940, readMt940 } from "./mt940/read.ts";
import { isOfx, readOfx } from "./ofx/read.ts";
import { isQif, readQif } from "./qif/read.ts";
import type { OnRead } from "./read-share.ts";
import type { Statement } from "./statement.ts";
import type { TradeWords } from "./trade-words.ts";
import { isZip, unzip } from "./unzip.ts";

/**
 * The readable formats. A file has the first format that matches its first characters. Formats
 * decided by the first line come first, since a text in a row may contain another format's marks.
 */
const READERS = {
  // Any other text is read as a table. A table without a date and an amount in some row is refused.
  csv: {
    isFormat: isOwnCsv,
    read: (text, { csv, ...options }) =>
      csv && isOfInvestments(csv)
        ? readBrokerCsv(text, { csv, ...options })
        : readCsv(text, csv ?? guessMapping(text).mapping, options),
  },
  qif: { isFormat: isQif, read: readQif },
  mt940: { isFormat: isMt940, read: readMt940 },
  ofx: { isFormat: isOfx, read: readOfx },
  camt: { isFormat: isCamt, read: readCamt },
  brokerCsv: {
    isFormat: isBrokerCsv,
    // Column names identify the columns, unless the user has named the columns.
    read: (text, { csv, ...options }) =>
      readBrokerCsv(text, { ...options, ...(csv && isOfInvestments(csv) && { csv }) }),
  },
} satisfies Record<string, Reader>;
type Reader = {
  isFormat(head: string): boolean;
  read(text: string, options: ReaderOptions): Statement[];
};
type ReadableFormat = keyof typeof READERS;

/**
 * The mapping of a CSV file (default: guessed), the order of dates in an ambiguous QIF file, a
 * progress callback from 0 to 1, and the user's meanings of trade words.
 */
type ReadOptions = {
  csv?: CsvMapping;
  dateOrder?: DateOrder;
  onRead?: OnRead;
  tradeWords?: TradeWords;
};
type ReaderOptions = ReadOptions & { leaveOut: LeaveOut; tables: readonly TableTitles[] };

/**
 * The statements of a file, its formats, the rows that were left out, and the rows that contradict
 * their balances.
 */
type StatementFile = {
  formats: readonly ReadableFormat[];
  statements: readonly Statement[];
  leftOut: LeftOut;
  mismatches: readonly SumMismatch[];
};

/** The maximum size of a file in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The length of a text's start that decides the format, in characters. */
const HEAD_LENGTH = 4096;

/** The text of a file, possibly from an archive, and its format. */
type OpenFile = {
  name: string | undefined;
  text: string;
  format: ReadableFormat;
  /** The possible encodings of the text, the likeliest first; null if the encoding is certain. */
  doubt: readonly EncodingCandidate[] | null;
  /** Whether the file's days lack a year that follows from no other text. */
  isYearOpen: boolean;
  /** The titles of the file's tables, if it has several tables of one bank. */
  tables: readonly TableTitles[];
};

/** A file, or its decoded texts. */
type Source = Uint8Array | readonly OpenFile[];

/**
 * Reads the statements of a file, or of all files in a zip archive. The content decides the format
 * and the encoding; the file name does not matter. A faulty row is left out if other rows are
 * readable. Throws a FormatError with the line.
 */
export function readStatements(source: Source, options: ReadOptions = {}): StatementFile {
  const files = listFiles(source);
  const { leftOut, leaveOut } = collectLeftOut();
  const statements = files.flatMap((file) =>
    inArchive(file, () => {
      let first: FormatError | undefined;
      const read = READERS[file.format].read(file.text, {
        ...options,
        tables: file.tables,
        leaveOut: (reason) => {
          first ??= reason;
          leaveOut(named(reason, file.name));
        },
      });
      if (first && read.every(isEmpty)) throw first;
      return read;
    }),
  );
  const formats = [...new Set(files.map(({ format }) => format))];
  const mismatches = statements.map(checkStatement).filter((check) => check.at === "contradicted");
  return { formats, statements: mergeStatements(statements), leftOut, mismatches };
}

const isEmpty = ({ transactions, investments }: Statement): boolean =>
  transactions.length === 0 &&
  (!investments || (investments.holdings ?? []).length + investments.transactions.length === 0);

/**
 * Guesses the mapping of the first CSV file in a source, or of a broker's CSV file if `isBroker`.
 * Returns null without a CSV file.
 */
export function guessCsv(source: Source, isBroker = false): CsvGuess | null {
  const wanted = isBroker ? "brokerCsv" : "csv";
  const file = listFiles(source).find(({ format }) => format === wanted);
  return file ? inArchive(file, () => guessTable(file.text)) : null;
}

/**
 * Guesses the mapping of a table. A table without days may contain positions, whose columns the
 * user names.
 */
function guessTable(text: string): CsvGuess {
  try {
    return guessMapping(text);
  } catch (failure) {
    const positions = failure instanceof FormatError ? guessPositions(text) : null;
    if (positions) return positions;
    throw failure;
  }
}

/**
 * The user's choice of an encoding, the encoding of an earlier file, and the year of the newest
 * day.
 */
type OpenOptions = {
  encoding?: string | undefined;
  earlier?: string | undefined;
  year?: number | undefined;
};

/**
 * Opens a file, or the files of an archive. An earlier file's encoding counts only among the
 * possible encodings; the year counts only for days without one. Throws like `readStatements`.
 */
export function openFiles(bytes: Uint8Array, options: OpenOptions = {}): OpenFile[] {
  if (bytes.length > MAX_FILE_BYTES)
    throw new FormatError("FILE_TOO_LARGE", { expected: `at most ${MAX_FILE_BYTES} bytes` });
  if (!isZip(bytes)) return [openFile({ name: undefined, bytes }, options)];
  const files = unzip(bytes, MAX_FILE_BYTES);
  if (files.length === 0) throw new FormatError("EMPTY_FILE");
  if (files.some(({ name }) => name === "[Content_Types].xml"))
    throw new FormatError("UNKNOWN_FORMAT", { expected: "a spreadsheet to be saved as CSV" });
  return files.map((file) => inArchive(file, () => openFile(file, options)));
}

const listFiles = (source: Source): readonly OpenFile[] =>
  source instanceof Uint8Array ? openFiles(source) : source;

/** Reads a file. Adds the file's name to errors if the file is in an archive. */
function inArchive<T>({ name }: { name: string | undefined }, read: () => T): T {
  try {
    return read();
  } catch (failure) {
    throw failure instanceof FormatError ? named(failure, name) : failure;
  }
}

/** Returns an error with the name of its file, if the file is in an archive. */
const named = (failure: FormatError, name: string | undefined): FormatError =>
  name === undefined
    ? failure
    : new FormatError(failure.problem, { ...failure.place, file: name }, { cause: failure });

function openFile(
  { name, bytes }: { name: string | undefined; bytes: Uint8Array },
  { encoding, earlier, year }: OpenOptions,
): OpenFile {
  if (Buffer.from(bytes.subarray(0, 5)).toString() === "%PDF-")
    throw new FormatError("UNKNOWN_FORMAT", { expected: "a file for programs, and no PDF" });
  if (Buffer.from(bytes.subarray(0, 4)).toString("hex") === OLD_SPREADSHEET)
    throw new FormatError("UNKNOWN_FORMAT", { expected: "a spreadsheet to be saved as CSV" });
  const first = decodeText(bytes, encoding);
  const earlierEncoding = earlier === undefined ? undefined : decoderFor(earlier)?.encoding;
  const isSettled = first.doubt?.some((each) => each.encoding === earlierEncoding) === true;
  const { text, doubt } = isSettled ? decodeText(bytes, earlier) : first;
  const head = text.slice(0, HEAD_LENGTH);
  const formats = Object.keys(READERS) as ReadableFormat[];
  const known = formats.find((each) => READERS[each].isFormat(head)) ?? "csv";
  const format = known === "brokerCsv" && !isOfSecurities(text) ? "csv" : known;
  if (format === "csv" && SPREADSHEET.test(head))
    throw new FormatError("UNKNOWN_FORMAT", { expected: "a spreadsheet to be saved as CSV" });
  const { text: joined, tables } =
    format === "csv" ? joinTables(withRecordsAsRows(text)) : { text, tables: [] };
  const whole =
    format === "csv" ? withWholeDays(withOneAmount(joined), year) : { text, isYearOpen: false };
  return { name, ...whole, doubt, format, tables };
}

/** The marks of an HTML or XML table, which some banks name like a spreadsheet. */
const SPREADSHEET =
  /^\s*(<!doctype html|<html|<table|<meta)[\s>]|<\?mso-application|schemas-microsoft-com:office:spreadsheet/i;

/** The first bytes of spreadsheets before 2007. */
const OLD_SPREADSHEET = "d0cf11e0";
