import type { Readable } from "node:stream";
import { type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { FileAnswer } from "../api/endpoint.ts";
import { streamPayload } from "./stream-payload.ts";

/** Whether what an endpoint has answered is a file; JSON has no streams in it. */
export const isFile = (answer: object): answer is FileAnswer =>
  "content" in answer &&
  typeof answer.content === "object" &&
  answer.content !== null &&
  Symbol.asyncIterator in answer.content;

/** A file as a stream, which goes out no faster than whoever asked takes it. */
export const filePayload = (
  reply: FastifyReply,
  { type, fileName, content }: FileAnswer,
): Readable => {
  reply
    .header("content-type", type)
    .header("content-disposition", `inline; filename="${fileName}"`)
    .header("cache-control", "no-store");
  return streamPayload(content);
};

/**
 * Limits Fastify's own log lines to one: a file that failed after it had begun. A client that left before
 * the end is no error.
 */
export const createLogController = (): LogController =>
  Object.assign(new LogController({ disableRequestLogging: true }), {
    streamError: (err: Error, { id, log }: FastifyRequest): void => {
      if (!("code" in err && err.code === "ERR_STREAM_PREMATURE_CLOSE"))
        log.error({ request_id: id, err }, "a file ended too early");
    },
  });
