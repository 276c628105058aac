import { promises as dns } from "node:dns";
import { createServer, type Server } from "node:net";

/**
 * Makes a server that listens at one address of a name reachable at its other addresses too, such as
 * both of `localhost`: connections there are handed to it. An address that cannot be had is left out. Returns
 * a function that stops that and resolves once the last connection has ended.
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
      // As node:http opens its own; TLS has an end of its own.
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
