import type { FastifyReply } from "fastify";
import type { JsonPiece } from "../domain/raw-json.ts";

/** The content type of every answer in JSON. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** What a handler returns so that a JSON text in pieces goes out as it is, without being serialized again. */
export const jsonPayload = (
  reply: FastifyReply,
  pieces: readonly JsonPiece[],
): string | undefined => {
  reply.header("content-type", JSON_TYPE);
  if (pieces.every((piece) => typeof piece === "string")) return pieces.join("");
  // Fastify takes one payload: to join large bytes for it would take twice as long as to send them.
  sendPieces(reply.hijack(), pieces);
  return undefined;
};

function sendPieces(reply: FastifyReply, pieces: readonly JsonPiece[]): void {
  const { raw } = reply;
  reply.header(
    "content-length",
    pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
  );
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.cork();
  for (const piece of pieces) raw.write(piece);
  raw.end();
}
