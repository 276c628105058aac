import { Readable } from "node:stream";

/** A row of a file: its record, or the problem that makes it unreadable. */
export type FileRow = { line: number } & ({ record: unknown } | { problem: string });

/** A file that cannot be read as declared. The message has the position and reason. */
export class FileError extends Error {}

/** The maximum number of rows, above the number of institutions in the world. */
export const MAX_ROWS = 100_000;

/** The maximum length of a row in characters. A longer row most likely has an unclosed quote. */
export const MAX_ROW_LENGTH = 20_000;

/** Returns the error for a file with too many rows. */
export const tooManyRows = (): FileError =>
  new FileError(`it has more than ${MAX_ROWS.toLocaleString("en")} rows; split it`);

/** A file of institutions; `open` returns its bytes. */
export type InstitutionFile = { format: FileFormat; size: number; open(): Readable };

const FILE_FORMATS = ["csv", "json"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Returns the format by a file's name; throws a FileError for unknown extensions. */
export const formatOf = (name: string): FileFormat => {
  const format = FILE_FORMATS.find((fileFormat) => name.toLowerCase().endsWith(`.${fileFormat}`));
  if (!format) throw new FileError("its name has to end in .csv or .json");
  return format;
};

/** The size of a piece of the stream. */
const PIECE_BYTES = 64 * 1024;

/** Returns a file in memory. */
export const toFile = (format: FileFormat, text: string): InstitutionFile => {
  const bytes = Buffer.from(text);
  return {
    format,
    size: bytes.length,
    open: () => Readable.from(piecesOf(bytes), { objectMode: false }),
  };
};

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    yield bytes.subarray(from, from + PIECE_BYTES);
}
