// The least that a server can do for a request that reads one row: node:http alone.

import { createServer } from "node:http";
import { answerReader, JSON_TYPE } from "./read-answer.mjs";

const readAnswer = answerReader(process.argv[2]);

const server = createServer((incoming, response) => {
  const chunks = [];
  incoming.on("data", (chunk) => chunks.push(chunk));
  incoming.on("end", () => {
    const { access_token } = JSON.parse(Buffer.concat(chunks).toString());
    const answer = readAnswer(incoming.url, access_token);
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
