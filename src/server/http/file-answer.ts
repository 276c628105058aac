import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { FileAnswer } from "../api/endpoint.ts";

/** Whether what an endpoint has answered is a file; JSON has no streams in it. */
export const isFile = (answer: object): answer is FileAnswer =>
  "content" in answer &&
  typeof answer.content === "object" &&
  answer.content !== null &&
  Symbol.asyncIterator in answer.content;

/** Sends a file as its pieces come, no faster than whoever asked takes them. */
export const sendFile = (
  { type, fileName, content }: FileAnswer,
  reply: FastifyReply,
): FastifyReply =>
  reply
    .header("content-type", type)
    .header("content-disposition", `inline; filename="${fileName}"`)
    .header("cache-control", "no-store")
    .send(Readable.from(content, { objectMode: false }));
