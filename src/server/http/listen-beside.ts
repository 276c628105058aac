import { promises as dns } from "node:dns";
import { createServer, type Server } from "node:net";

/**
 * Makes a server that listens at one address of a name reachable at its others too, such as both of
 * `localhost`: what connects there is handed to it. An address that cannot be had is left out. Answers
 * what stops that, and resolves once the last connection has ended.
 */
export const listenBeside = async (
  server: Server,
  host: string,
  isTls: boolean,
): Promise<() => Promise<unknown>> => {
  const own = server.address();
  if (typeof own !== "object" || own === null) return async () => {};
  const addresses = await dns.lookup(host, { all: true }).catch(() => []);
  const others = addresses.map(({ address }) => address).filter((one) => one !== own.address);
  const servers = await Promise.all(
    [...new Set(others)].map((address) => {
      // As node:http opens its own; TLS has an end of its own.
      const beside = createServer({ allowHalfOpen: !isTls, noDelay: true }, (socket) => {
        server.emit("connection", socket);
      });
      return new Promise<Server | null>((resolve) => {
        beside.once("error", () => resolve(null));
        beside.listen({ host: address, port: own.port }, () => resolve(beside));
      });
    }),
  );
  return () =>
    Promise.all(
      servers.map(
        (beside) => new Promise((resolve) => (beside ? beside.close(resolve) : resolve(null))),
      ),
    );
};
