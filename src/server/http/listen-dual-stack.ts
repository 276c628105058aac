import { promises as dns } from "node:dns";
import { createServer, type Server } from "node:net";

/**
 * Makes a server that listens at one address of a name reachable at the name's other addresses,
 * such as both of `localhost`: their connections are passed to the server. An unavailable address
 * is left out. Returns a function that stops listening, and resolves after the last connection.
 */
export const listenDualStack = async (
  server: Server,
  host: string,
  isTls: boolean,
): Promise<() => Promise<unknown>> => {
  const own = server.address();
  if (typeof own !== "object" || own === null) return async () => {};
  const addresses = await dns.lookup(host, { all: true }).catch(() => []);
  const otherAddresses = addresses
    .map(({ address }) => address)
    .filter((address) => address !== own.address);
  const servers = await Promise.all(
    [...new Set(otherAddresses)].map((address) => {
      // The same options as node:http's own sockets; TLS handles ends itself.
      const listener = createServer({ allowHalfOpen: !isTls, noDelay: true }, (socket) => {
        server.emit("connection", socket);
      });
      return new Promise<Server | null>((resolve) => {
        listener.once("error", () => resolve(null));
        listener.listen({ host: address, port: own.port }, () => resolve(listener));
      });
    }),
  );
  return () =>
    Promise.all(
      servers.map(
        (listener) =>
          new Promise((resolve) => (listener ? listener.close(resolve) : resolve(null))),
      ),
    );
};
