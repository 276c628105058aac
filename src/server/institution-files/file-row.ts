import type { Readable } from "node:stream";

/** A row of a file as it was read: what is in it, or why nothing can be made of it. */
export type FileRow = { line: number } & ({ record: unknown } | { problem: string });

/** A file that cannot be read as what it should be: the message says where and why. */
export class FileError extends Error {}

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
