import type { Readable } from "node:stream";

/** A row of a file as it was read: what is in it, or why nothing can be made of it. */
export type FileRow = { line: number } & ({ record: unknown } | { problem: string });

/** A file that cannot be read as what it should be: the message says where and why. */
export class FileError extends Error {}

/** How many rows a file may have: all institutions of the world are fewer. */
export const MOST_ROWS = 100_000;

/** Longer than any row can rightly be, in characters: most likely a quote that is never closed. */
export const LONGEST_ROW = 20_000;

/** What a file with more rows is refused by. */
export const tooManyRows = (): FileError =>
  new FileError(`it has more than ${MOST_ROWS.toLocaleString("en")} rows; split it`);

/** A file of institutions, wherever it is: `open` gives its bytes. */
export type InstitutionFile = { format: FileFormat; size: number; open(): Readable };

const FILE_FORMATS = ["csv", "json"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The format that the name of a file stands for; a FileError where it stands for none. */
export const formatOf = (name: string): FileFormat => {
  const format = FILE_FORMATS.find((one) => name.toLowerCase().endsWith(`.${one}`));
  if (!format) throw new FileError("its name has to end in .csv or .json");
  return format;
};
