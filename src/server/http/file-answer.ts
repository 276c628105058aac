import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
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
  response: ServerResponse,
  head: readonly OutgoingHttpHeader[],
): Promise<void> => {
  response.writeHead(200, [
    ...head,
    "content-type",
    type,
    "content-disposition",
    `inline; filename="${fileName}"`,
    "cache-control",
    "no-store",
  ]);
  return pipeline(content, response);
};
