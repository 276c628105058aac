import { Readable } from "node:stream";
import type { FileFormat, InstitutionFile } from "./file-row.ts";

/** The size of a piece of the stream. */
const PIECE_BYTES = 64 * 1024;

/** Returns a file in memory. */
export const fileOf = (format: FileFormat, text: string): InstitutionFile => {
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
