import { Readable } from "node:stream";
import type { FileFormat, InstitutionFile } from "./file-row.ts";

/** A file that is in memory. */
export const fileOf = (format: FileFormat, text: string): InstitutionFile => {
  const bytes = Buffer.from(text);
  return { format, size: bytes.length, open: () => Readable.from([bytes], { objectMode: false }) };
};
