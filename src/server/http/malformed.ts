import type { Socket } from "node:net";
import { linkError } from "../../protocol/errors.ts";
import { newRequestId, type Random } from "../domain/identifiers.ts";

/** What is wrong, by the parser's own codes; any other one is not HTTP. */
const SENTENCES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "the request's headers are too large",
  ERR_HTTP_REQUEST_TIMEOUT: "the request did not arrive whole in time",
  HPE_INVALID_EOF_STATE: "the request ended too early",
};

/** How long what is no HTTP is still read past, so that its sender gets to read the answer. */
const LINGER_MS = 1000;

/**
 * Answers what is no HTTP, of which no request was ever made, in the one shape of errors. Its connection
 * is ended on both sides, since whoever never ends theirs would keep it for ever.
 */
export const answerMalformed =
  (random: Random) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
    const request_id = newRequestId(random);
    const fault = linkError("INVALID_HEADERS", {
      message: SENTENCES[error.code ?? ""] ?? "this is not a valid HTTP request",
    });
    const body = JSON.stringify({ ...fault, request_id });
    socket.end(
      [
        "HTTP/1.1 400 Bad Request",
        "content-type: application/json; charset=utf-8",
        `content-length: ${Buffer.byteLength(body)}`,
        `service-request-id: ${request_id}`,
        "x-content-type-options: nosniff",
        "connection: close",
        "",
        body,
      ].join("\r\n"),
    );
    const last = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(last));
  };
