import type { DocumentPiece, ReportDocument } from "./consumer-report.ts";

/** How large a piece is at most, in bytes. */
const PIECE_BYTES = 128 * 1024;

/** A value as JSON in pieces. */
export const cutJson = (document: ReportDocument, value: object): DocumentPiece[] =>
  cut(document, Buffer.from(JSON.stringify(value)));

/** Bytes that come as they like, in pieces. */
export const cutBytes = async (
  document: ReportDocument,
  content: AsyncIterable<Uint8Array>,
): Promise<DocumentPiece[]> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return cut(document, Buffer.concat(chunks));
};

function cut(document: ReportDocument, bytes: Buffer): DocumentPiece[] {
  return Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, position) => ({
    document,
    position,
    bytes: bytes.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES),
  }));
}
