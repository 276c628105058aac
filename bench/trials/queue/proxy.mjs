// A proxy in front of PostgreSQL's socket that can stop forwarding, as in a network partition: connections
// stay open, and nothing arrives.

import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SOCKET = ".s.PGSQL.5432";

/** A proxy for an address of a Unix socket; `address` is its own. */
export const createProxy = async (address) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-proxy-"));
  const target = join(decodeURIComponent(address.split("host=")[1]), SOCKET);
  const pairs = new Set();
  let isForwarding = true;
  const server = createServer((near) => {
    const far = connect(target);
    const pair = [near, far];
    pairs.add(pair);
    for (const [first, second] of [pair, pair.toReversed()]) {
      first.on("data", (bytes) => second.write(bytes));
      first.on("error", () => second.destroy());
      first.on("close", () => {
        // A connection that ends behind the cut is not heard of before it.
        if (isForwarding) second.destroy();
        pairs.delete(pair);
      });
      if (!isForwarding) first.pause();
    }
  });
  await new Promise((resolve) => server.listen(join(folder, SOCKET), resolve));
  const each = (act) => {
    for (const pair of pairs) for (const socket of pair) act(socket);
  };
  return {
    address: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    stopForwarding: () => {
      isForwarding = false;
      each((socket) => socket.pause());
    },
    forward: () => {
      isForwarding = true;
      each((socket) => socket.resume());
    },
    close: async () => {
      each((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
