import { once } from "node:events";
import { connect, createServer } from "node:net";
import { onTestFinished } from "vitest";

/** A TCP proxy. Each connection is forwarded to the next server that accepts it. */
export const roundRobin = async (ports: () => number[]) => {
  let next = 0;
  const server = createServer((caller) => {
    caller.on("error", () => caller.destroy());
    const dial = (retries: number): void => {
      const all = ports();
      const upstream = connect(all[next++ % all.length] ?? 0, "127.0.0.1");
      upstream.once("error", () => (retries > 0 ? dial(retries - 1) : caller.destroy()));
      upstream.once("connect", () => {
        upstream.removeAllListeners("error").on("error", () => caller.destroy());
        upstream.once("close", () => caller.destroy());
        caller.once("close", () => upstream.destroy());
        caller.pipe(upstream).pipe(caller);
      });
    };
    dial(3);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0 };
};
