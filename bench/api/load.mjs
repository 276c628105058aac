// The load: as many requests as are asked for on a few connections that are kept, each with one request
// under way. It writes and reads bytes and no more, so that it takes less than what it measures.

import { connect } from "node:net";

const CONNECTIONS = 8;
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** A request as bytes. */
export const requestOf = (path, body, headers = {}) => {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
};

/** Sends so many requests, made by number; answers how many there were a second. */
export const drive = async (port, count, request, connections = CONNECTIONS) => {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(port, () => (next < count ? request(next++) : null)),
    ),
  );
  return (count * 1000) / (performance.now() - began);
};

/** Sends one request; answers the body. */
export const ask = async (port, request) => {
  const requests = [request];
  const bodies = [];
  await converse(
    port,
    () => requests.pop() ?? null,
    (body) => bodies.push(body),
  );
  return bodies[0].toString();
};

/** One connection: the next request goes out once the last one is answered, until there is none. */
function converse(port, next, keep) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let chunks = [];
    let missing = null;
    const send = () => {
      const request = next();
      if (request === null) return void socket.end(resolve);
      chunks = [];
      missing = null;
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      if (missing === null) {
        chunks.push(chunk);
        const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
        const end = all.indexOf(END_OF_HEAD);
        if (end < 0) return;
        const head = all.toString("latin1", 0, end);
        if (!head.startsWith("HTTP/1.1 200")) return void socket.destroy(new Error(all.toString()));
        const body = all.subarray(end + END_OF_HEAD.length);
        missing = Number(/content-length: (\d+)/i.exec(head)[1]) - body.length;
        chunks = [body];
      } else {
        chunks.push(chunk);
        missing -= chunk.length;
      }
      if (missing > 0) return;
      keep?.(Buffer.concat(chunks));
      send();
    });
  });
}
