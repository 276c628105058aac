// The load generator: sends requests on a few keep-alive connections, one at a time on each. It only writes
// and reads bytes, so that it uses less CPU than the server that it measures.

import { connect } from "node:net";

const CONNECTIONS = 8;
/** The maximum number of bytes per read. */
const MAX_AT_ONCE = 1024 * 1024;
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

/**
 * Sends `count` requests, built by number. Returns the requests per second. The first `lead`
 * requests do not count, since a server's processes distribute the connections meanwhile.
 */
export const drive = async (port, count, request, connections = CONNECTIONS, lead = 0) => {
  let next = -lead;
  let began = performance.now();
  const take = () => {
    if (next === 0) began = performance.now();
    return request(Math.max(0, next++));
  };
  await Promise.all(
    Array.from({ length: connections }, () => converse(port, () => (next < count ? take() : null))),
  );
  return (count * 1000) / (performance.now() - began);
};

/** Sends one request; returns the body. */
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

/**
 * A connection that sends the next request after each response. Opens another connection if the
 * server closes it.
 */
function converse(port, next, keep) {
  return new Promise((resolve, reject) => {
    const space = Buffer.alloc(MAX_AT_ONCE);
    const onBytes = (size) => {
      // The buffer is used again, so a body to keep is copied.
      const chunk = space.subarray(0, size);
      receive(keep ? Buffer.from(chunk) : chunk);
      return true;
    };
    const open = () => {
      const one = connect({
        port,
        host: "127.0.0.1",
        onread: { buffer: space, callback: onBytes },
      });
      one.setNoDelay(true);
      one.on("connect", send);
      one.on("error", reject);
      return one;
    };
    let chunks = [];
    let missing = null;
    let isLast = false;
    const send = () => {
      const request = next();
      if (request === null) return void socket.end(resolve);
      chunks = [];
      missing = null;
      socket.write(request);
    };
    let socket = open();
    function receive(chunk) {
      if (missing === null) {
        const all = chunks.length === 0 ? chunk : Buffer.concat([...chunks, chunk]);
        const end = all.indexOf(END_OF_HEAD);
        if (end < 0) {
          chunks = [Buffer.from(all)];
          return;
        }
        const head = all.toString("latin1", 0, end);
        if (!head.startsWith("HTTP/1.1 200")) return void socket.destroy(new Error(all.toString()));
        const body = all.subarray(end + END_OF_HEAD.length);
        missing = Number(/content-length: (\d+)/i.exec(head)[1]) - body.length;
        isLast = /connection: close/i.test(head);
        chunks = [body];
      } else {
        if (keep) chunks.push(chunk);
        missing -= chunk.length;
      }
      if (missing > 0) return;
      keep?.(Buffer.concat(chunks));
      if (!isLast) return send();
      socket.end();
      socket = open();
    }
  });
}
