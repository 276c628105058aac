import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { FileAnswer } from "../api/endpoint.ts";

/** Whether what an endpoint has answered is a file; JSON has no streams in it. */
export const isFile = (answer: object): answer is FileAnswer =>
  "content" in answer &&
  typeof answer.content === "object" &&
  answer.content !== null &&
  Symbol.asyncIterator in answer.content;

/**
 * Sends a file as its pieces come, no faster than whoever asked takes them; fails where the file does,
 * and not where whoever asked has gone away.
 */
export const sendFile = async (
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
  try {
    await pipeline(content, response);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
};

const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
