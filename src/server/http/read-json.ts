import type { IncomingMessage } from "node:http";
import { parse } from "secure-json-parse";
import { Fault } from "../domain/fault.ts";

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** What whoever sends something else is told. */
export const NO_JSON_TYPE = "the content type must be application/json";

/** The JSON of a body; INVALID_BODY for anything else, and for one that is larger than `limit` bytes. */
export const readJson = async (incoming: IncomingMessage, limit: number): Promise<unknown> => {
  const { headers } = incoming;
  if (!JSON_TYPE.test(headers["content-type"] ?? "")) throw invalid(NO_JSON_TYPE);
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw invalid("the body must be sent as it is, without a content-encoding");
  if (Number(headers["content-length"]) > limit) throw invalid("the body is too large");
  const text = await readText(incoming, limit);
  if (text === "") throw invalid("the body is empty; it must be a JSON object");
  try {
    return parse(text);
  } catch (cause) {
    throw invalid(isJson(text) ? OF_PROTOTYPES : "the body is not valid JSON", cause);
  }
};

/** Names that reach into prototypes are refused, whatever is in them. */
const OF_PROTOTYPES = "the body has a field named __proto__, or constructor with a prototype in it";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readText(incoming: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    incoming.on("data", (piece: Buffer) => {
      size += piece.length;
      // The rest is read past, so that its sender comes to read the answer.
      if (size <= limit) pieces.push(piece);
      else reject(invalid("the body is too large"));
    });
    incoming.on("end", () => {
      const [first] = pieces;
      resolve((pieces.length === 1 && first ? first : Buffer.concat(pieces)).toString());
    });
    incoming.on("error", (cause) => reject(invalid("the body ended too early", cause)));
  });
}

const invalid = (message: string, cause?: unknown) =>
  new Fault("INVALID_BODY", { message, ...(cause !== undefined && { cause }) });
