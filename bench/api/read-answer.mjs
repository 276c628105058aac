// The one read that the servers beside the API do for a request: a prepared statement, whose key is the
// digest of a token, as the API's is. The answer stands in the row as it goes out.

import { createHash } from "node:crypto";
import SQLite from "better-sqlite3";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Reads answers by path and token from a file of them. */
export const answerReader = (file) => {
  const read = new SQLite(file).prepare("select answer from answers where key = ?").pluck();
  return (path, token) =>
    read.get(`${path} ${createHash("sha256").update(token).digest("base64url")}`);
};
