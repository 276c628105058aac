import type { FastifyReply } from "fastify";
import type { JsonPiece } from "../domain/raw-json.ts";

/** The content type of every answer in JSON. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** A JSON text in pieces as what Fastify sends as it is, without serializing it again. */
export const jsonPayload = (reply: FastifyReply, pieces: readonly JsonPiece[]): string | Buffer => {
  reply.header("content-type", JSON_TYPE);
  return pieces.every((piece) => typeof piece === "string")
    ? pieces.join("")
    : Buffer.concat(
        pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
      );
};
