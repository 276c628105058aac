// The least that a server can do for a request that reads one row: node:http alone, in one process or several.

import cluster from "node:cluster";
import { once } from "node:events";
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
// Workers that listen at port 0 all get the same port.
const processes = Number(process.argv[3] ?? 1);
if (processes > 1 && cluster.isPrimary) {
  let port;
  for (let n = 0; n < processes; n++) {
    const [address] = await once(cluster.fork({ SERVICE_LINK_PROCESS: "1" }), "listening");
    ({ port } = address);
  }
  console.log(`http://127.0.0.1:${port}`);
} else
  server.listen(0, "127.0.0.1", () => {
    if (cluster.isPrimary) console.log(`http://127.0.0.1:${server.address().port}`);
  });
