// The least that a server can do for a request that reads one row of PostgreSQL: node:http and one prepared statement.
// It takes the database's address, which has the answers by path and token.

import { createServer } from "node:http";
import pg from "pg";
import { JSON_TYPE } from "./read-answer.mjs";

const pool = new pg.Pool({ connectionString: process.argv[2], max: 8 });
const READ = { name: "read", text: "select answer from bench_answer where key = $1" };

const server = createServer((incoming, response) => {
  const chunks = [];
  incoming.on("data", (chunk) => chunks.push(chunk));
  incoming.on("end", async () => {
    const { access_token } = JSON.parse(Buffer.concat(chunks).toString());
    const { rows } = await pool.query({
      ...READ,
      values: [`${incoming.url} ${access_token}`],
    });
    const { answer } = rows[0];
    response.writeHead(200, {
      "content-type": JSON_TYPE,
      "content-length": Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
