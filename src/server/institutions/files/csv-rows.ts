import type { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { COLUMN_NAMES, isColumn, REQUIRED_COLUMNS, toRecord } from "./columns.ts";
import {
  FileError,
  type FileRow,
  MAX_ROW_LENGTH,
  MAX_ROWS,
  tooManyRows,
} from "./institution-file.ts";

/** The maximum number of unknown column names in a message. */
const MAX_NAMES = 10;

/**
 * Yields the rows of a CSV file with a header row, and reports the number of bytes read to `tell`.
 * Throws a FileError for a file that is no CSV, or not about institutions.
 */
export async function* csvRows(
  source: Readable,
  tell: (bytes: number) => void,
): AsyncGenerator<FileRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  source.on("error", (cause) => parser.destroy(cause));
  let bytesRead = 0;
  source.on("data", (chunk: Uint8Array) => {
    bytesRead += chunk.length;
  });
  const lineOf = lineCounter();
  let names: ReturnType<typeof readColumns> | null = null;
  let rows = 0;
  try {
    for await (const row of source.pipe(parser) as AsyncIterable<CsvRecord>) {
      const { record } = row;
      const line = lineOf(row);
      tell(bytesRead);
      if (++rows > MAX_ROWS + 1) throw tooManyRows();
      if (names === null) names = readColumns(record);
      else if (record.length !== names.length)
        yield {
          line,
          problem: `it has ${record.length} cells, and there are ${names.length} columns`,
        };
      else yield { line, record: toRecord(names, record) };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new FileError(`line ${Number(cause.lines)}: ${describeError(cause)}`, { cause });
  }
  if (names === null) throw new FileError("it is empty; its first row has to name the columns");
}

type CsvRecord = { record: string[]; info: { lines: number } };

/**
 * Returns a function that returns each row's first line, for rows in order. `info.lines` includes
 * line ends within quoted cells, and counts two-character ones twice.
 */
function lineCounter(): (row: CsvRecord) => number {
  let twice = 0;
  return ({ record, info }) => {
    const ends = record.join("").match(/\r\n?|\n/g) ?? [];
    twice += ends.filter((end) => end.length === 2).length;
    return info.lines - twice - ends.length;
  };
}

function readColumns(header: readonly string[]) {
  const names = header.map((name) => name.trim());
  const columns = names.filter(isColumn);
  const all = `the columns are ${COLUMN_NAMES.join(", ")}`;
  const unknown = names.filter((name) => !isColumn(name));
  if (unknown.some((name) => NOT_UTF_8.test(name)))
    throw new FileError("it is not in UTF-8; save it as a CSV file in UTF-8");
  if (unknown.length > 0) {
    const rest = unknown.length > MAX_NAMES ? ` and ${unknown.length - MAX_NAMES} more` : "";
    const first = unknown.slice(0, MAX_NAMES).map(quote).join(", ");
    throw new FileError(`its first row names ${first}${rest}; ${all}`);
  }
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new FileError(`it has no column ${missing.join(", ")}; ${all}`);
  const twice = columns.filter((name, at) => columns.indexOf(name) !== at);
  if (twice.length > 0) throw new FileError(`it has ${twice.join(", ")} twice`);
  return columns;
}

/** Signs of UTF-16, or of a one-byte encoding. */
const NOT_UTF_8 = /[\0\ufffd]/;

const quote = (name: string): string => JSON.stringify(name.slice(0, 40));

function describeError({ code }: CsvError): string {
  if (code === "CSV_MAX_RECORD_SIZE")
    return `its row has more than ${MAX_ROW_LENGTH.toLocaleString("en")} characters; is a quote never closed?`;
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return "a quote that is opened here or before is never closed";
  return "a quote is not allowed here; a quote within quotes is written twice";
}
