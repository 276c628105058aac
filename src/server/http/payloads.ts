import { Readable } from "node:stream";
import { type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { FileAnswer } from "../api/endpoint.ts";
import { isJsonStream, isRawJson, type JsonPiece } from "../domain/raw-json.ts";

/** The maximum pause of a client that reads a streamed response, in ms. */
const MAX_IDLE_MS = 60_000;

/** The error of a client that stopped reading. */
const IDLE = "nothing of the answer was taken for too long";

type Options = {
  maxIdleMs?: number;
  /**
   * Text stays text until it is sent. Buffers would be outside the heap and wait for the garbage
   * collector.
   */
  encoding?: "utf8";
};

/**
 * Content as a stream, produced no faster than the client reads: at most one piece is held. A
 * client that stops reading is disconnected, since the number of concurrent readers is limited.
 */
export const streamPayload = (
  content: AsyncIterable<string | Uint8Array>,
  { maxIdleMs = MAX_IDLE_MS, ...options }: Options = {},
): Readable => {
  const iterator = content[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const stream = new Readable({
    ...options,
    read() {
      clearTimeout(timer);
      iterator.next().then(
        ({ done, value }) => {
          if (stream.destroyed) return;
          timer = setTimeout(() => stream.destroy(new Error(IDLE)), maxIdleMs).unref();
          stream.push(done ? null : value);
        },
        (failure: Error) => stream.destroy(failure),
      );
    },
    destroy(failure, done) {
      clearTimeout(timer);
      Promise.resolve(iterator.return?.()).then(
        () => done(failure),
        () => done(failure),
      );
    },
  });
  return stream;
};

/** Whether an endpoint's response is a file. JSON responses contain no streams. */
export const isFile = (answer: object): answer is FileAnswer =>
  "content" in answer &&
  typeof answer.content === "object" &&
  answer.content !== null &&
  Symbol.asyncIterator in answer.content;

/**
 * Produces the first chunk of a file. A failure before it is sent is thrown, and is answered and counted as any other
 * failure; a later one ends the stream.
 */
export const beginFile = async (file: FileAnswer): Promise<FileAnswer> => {
  const pieces = joinTexts(file.content);
  let first: IteratorResult<JsonPiece> | null = await pieces.next();
  const content: FileAnswer["content"] = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const piece = first ?? (await pieces.next());
        first = null;
        return piece;
      },
      return: () => pieces.return(undefined),
    }),
  };
  return { ...file, content };
};

/** A file as a stream with backpressure. */
export const filePayload = (
  reply: FastifyReply,
  { type, fileName, content }: FileAnswer,
  disposition: "inline" | "attachment" = "inline",
): Readable => {
  reply
    .header("content-type", type)
    .header("content-disposition", `${disposition}; filename="${fileName}"`)
    .header("cache-control", "no-store");
  const isText = type !== "application/pdf";
  return streamPayload(joinTexts(content), isText ? { encoding: "utf8" } : {});
};

/**
 * Limits Fastify's own log lines to one: a file that failed after its start. A client that left
 * early is no error.
 */
export const createLogController = (): LogController =>
  Object.assign(new LogController({ disableRequestLogging: true }), {
    streamError: (err: Error, { id, log }: FastifyRequest): void => {
      if (!("code" in err && err.code === "ERR_STREAM_PREMATURE_CLOSE"))
        log.error({ request_id: id, err }, "a file ended too early");
    },
  });

/** The content type of every response in JSON. */
export const JSON_TYPE = "application/json; charset=utf-8";

/**
 * A response with streams in it as one stream, with `request_id` and other plain fields around
 * them.
 */
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

/** The number of characters sent at once. A larger piece is sent whole. */
const CHUNK_SIZE = 32 * 1024;

/** Joins short texts, since each write has a cost. */
export async function* joinTexts(pieces: AsyncIterable<JsonPiece>): AsyncGenerator<JsonPiece> {
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

/** Returns the payload of JSON in pieces, without serializing it again. */
export const jsonPayload = (
  reply: FastifyReply,
  pieces: readonly JsonPiece[],
): string | undefined => {
  reply.header("content-type", JSON_TYPE);
  if (pieces.every((piece) => typeof piece === "string")) return pieces.join("");
  // Fastify accepts one payload. Joining large pieces would take twice as long as sending them.
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
