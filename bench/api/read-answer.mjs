// The one read per request of the baseline servers: a prepared statement by the digest of a token, as in the
// API. The row contains the response as it is sent.

import { createHash } from "node:crypto";
import SQLite from "better-sqlite3";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Reads responses by path and token from a file of them. */
export const answerReader = (file) => {
  const read = new SQLite(file).prepare("select answer from answers where key = ?").pluck();
  return (path, token) =>
    read.get(`${path} ${createHash("sha256").update(token).digest("base64url")}`);
};
