import type { IncomingMessage } from "node:http";
import { parse } from "secure-json-parse";
import { Fault } from "../domain/fault.ts";

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** The JSON of a body; INVALID_BODY for anything else, and for one that is larger than `limit` bytes. */
export const readJson = async (incoming: IncomingMessage, limit: number): Promise<unknown> => {
  const { headers } = incoming;
  if (!JSON_TYPE.test(headers["content-type"] ?? ""))
    throw invalid("the content type must be application/json");
  if (Number(headers["content-length"]) > limit) throw invalid("the body is too large");
  const text = await readText(incoming, limit);
  if (text === "") throw invalid("the body is empty; it must be a JSON object");
  try {
    // Names that reach into prototypes are refused too.
    return parse(text);
  } catch (cause) {
    throw invalid("the body is not valid JSON", cause);
  }
};

function readText(incoming: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    incoming.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= limit) return void pieces.push(piece);
      incoming.pause();
      reject(invalid("the body is too large"));
    });
    incoming.on("end", () => {
      const [first] = pieces;
      resolve((pieces.length === 1 && first ? first : Buffer.concat(pieces)).toString());
    });
    incoming.on("error", reject);
  });
}

const invalid = (message: string, cause?: unknown) =>
  new Fault("INVALID_BODY", { message, ...(cause !== undefined && { cause }) });
