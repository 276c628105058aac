import type { Plugin } from "vite";

const REQUIRED = `const http2 = require('node:http2')`;

/**
 * Removes Node's HTTP/2 from Fastify, which loads it even for HTTP/1.1 only. Loading takes 6 ms of
 * each start, and a megabyte.
 */
export const withoutHttp2 = (): Plugin => ({
  name: "without-http2",
  transform: (code, id) => {
    if (!/\/node_modules\/fastify\/lib\/server\.js$/.test(id)) return undefined;
    if (!code.includes(REQUIRED)) throw new Error(`${id} has no line ${REQUIRED}`);
    return code.replace(REQUIRED, "const http2 = null");
  },
});
