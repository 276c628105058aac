import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { JsonPiece } from "../domain/raw-json.ts";

/** Sends a JSON text in one go, without joining what is bytes already. */
export const sendJson = (
  response: ServerResponse,
  status: number,
  head: readonly OutgoingHttpHeader[],
  pieces: readonly JsonPiece[],
): void => {
  const text = pieces.every((piece) => typeof piece === "string") ? pieces.join("") : null;
  const length =
    text === null
      ? pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
      : Buffer.byteLength(text);
  response.writeHead(status, [
    ...head,
    "content-type",
    "application/json; charset=utf-8",
    "content-length",
    String(length),
  ]);
  // Where each letter is one byte they are copied, and need not be encoded.
  if (text !== null) return void response.end(text, length === text.length ? "latin1" : "utf8");
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
};
