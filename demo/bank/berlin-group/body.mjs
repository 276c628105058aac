import { BerlinRefusal } from "./refusal.mjs";

/** @import { IncomingMessage } from "node:http" */

/** The bodies that have been read, since a signature is checked before.
 * @type {WeakMap<IncomingMessage, Promise<string>>}
 */
const READ = new WeakMap();

/**
 * The body of a request.
 * @param {IncomingMessage} request
 */
export const toText = (request) => {
  const text = READ.get(request) ?? read(request);
  READ.set(request, text);
  return text;
};

/** @param {IncomingMessage} request */
async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/**
 * The JSON of a request; throws a Refusal.
 * @param {IncomingMessage} request
 */
export async function fetchBody(request) {
  const text = await toText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new BerlinRefusal(400, "FORMAT_ERROR", "The body is not JSON.");
  }
}
