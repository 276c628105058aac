import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { JsonPiece } from "../domain/written.ts";

/** Sends a JSON text in one go, without joining what is bytes already. */
export const sendJson = (
  response: ServerResponse,
  status: number,
  head: readonly OutgoingHttpHeader[],
  pieces: readonly JsonPiece[],
): void => {
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  response.writeHead(status, [
    ...head,
    "content-type",
    "application/json; charset=utf-8",
    "content-length",
    String(length),
  ]);
  if (pieces.every((piece) => typeof piece === "string")) return void response.end(pieces.join(""));
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
};
