import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { isJsonStream } from "../domain/json-stream.ts";
import { isRawJson, type JsonPiece } from "../domain/raw-json.ts";
import { streamPayload } from "./stream-payload.ts";

/** The content type of every response in JSON. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** An answer that has streams in it, as one stream; `request_id` and other plain fields stand around them. */
export const streamedPayload = (
  reply: FastifyReply,
  fields: readonly (readonly [string, unknown])[],
): Readable => {
  reply.header("content-type", JSON_TYPE).header("cache-control", "no-store");
  const stream = streamPayload(joinTexts(writeFields(fields)), { encoding: "utf8" });
  stream.once("close", () => {
    for (const [, value] of fields) if (isJsonStream(value)) value.close();
  });
  return stream;
};

async function* writeFields(
  fields: readonly (readonly [string, unknown])[],
): AsyncGenerator<JsonPiece> {
  let separator = "{";
  for (const [field, value] of fields) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(field)}:`;
    if (isJsonStream(value)) yield* value.stream(null);
    else if (isRawJson(value)) yield value.json;
    else yield JSON.stringify(value);
    separator = ",";
  }
  yield "}";
}

/** How much text goes out at once, in characters; what is larger by itself goes out as it is. */
const CHUNK_SIZE = 32 * 1024;

/** Short texts in one: each one that is sent has its own cost. */
async function* joinTexts(pieces: AsyncIterable<JsonPiece>): AsyncGenerator<JsonPiece> {
  let text = "";
  for await (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    if (text.length >= CHUNK_SIZE || typeof piece !== "string") {
      if (text !== "") yield text;
      text = "";
    }
    if (typeof piece !== "string") yield piece;
  }
  if (text !== "") yield text;
}

/** Returns the payload of JSON in pieces, which is sent without being serialized again. */
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
