import { BerlinRefusal } from "./refusal.mjs";

/** @import { IncomingMessage } from "node:http" */

/**
 * The JSON of a request; throws a Refusal.
 * @param {IncomingMessage} request
 */
export async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new BerlinRefusal(400, "FORMAT_ERROR", "The body is not JSON.");
  }
}
