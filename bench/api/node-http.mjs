// The least that a server can do for a request that reads one row: node:http, one prepared statement,
// and the bytes of the answer as they stand in the row. Its key is the digest of a token, as the API's.

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import SQLite from "better-sqlite3";

const database = new SQLite(process.argv[2]);
const read = database.prepare("select answer from answers where key = ?").pluck();

const server = createServer((incoming, response) => {
  const chunks = [];
  incoming.on("data", (chunk) => chunks.push(chunk));
  incoming.on("end", () => {
    const { access_token } = JSON.parse(Buffer.concat(chunks).toString());
    const key = createHash("sha256").update(access_token).digest("base64url");
    const answer = read.get(`${incoming.url} ${key}`);
    response.writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
