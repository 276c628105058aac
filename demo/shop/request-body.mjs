import { Problem } from "./problem.mjs";

/** @import { IncomingMessage } from "node:http" */

const LIMIT = 10_000;

/**
 * Reads a request's JSON body; returns one field of it, which must be a string.
 * @param {IncomingMessage} request
 * @param {string} name
 * @returns {Promise<string>}
 */
export const readField = async (request, name) => {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
    throw new Problem(415, "The request must be JSON, sent as application/json.");
  let size = 0;
  const chunks = [];
  // The rest above the limit is read and dropped, since the response arrives only after the
  // request's end.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= LIMIT) chunks.push(chunk);
  }
  if (size > LIMIT) throw new Problem(413, "The request is too large.");
  const value = parse(Buffer.concat(chunks).toString("utf8"))?.[name];
  if (typeof value !== "string" || value === "")
    throw new Problem(400, `The request must have a ${name}.`);
  return value;
};

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem(400, "The request is not valid JSON.", undefined, cause);
  }
}
