/** @import { IncomingMessage } from "node:http" */

const MAX_CHARACTERS = 10_000;

/**
 * The fields of a posted form. Rejects if it is too long.
 * @param {IncomingMessage} request
 */
export const readForm = async (request) => {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) {
    text += piece;
    if (text.length > MAX_CHARACTERS) throw new Error("a form is too long");
  }
  return new URLSearchParams(text);
};
