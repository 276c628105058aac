import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { ipPrefix } from "../domain/limits/ip-prefix.ts";

/** The networks at the other ends of connections. */
const networks = new WeakMap<Socket, string>();

/**
 * The network that a request came from, by which calls are counted. Behind a proxy it is what the proxy
 * itself saw: the last address of the list, since those before it are what a caller wrote.
 */
export const clientIp = (
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  behindProxy: boolean,
): string => {
  const forwarded = behindProxy ? String(headers["x-forwarded-for"] ?? "") : "";
  const last = forwarded.slice(forwarded.lastIndexOf(",") + 1).trim();
  return last === "" ? networkOf(socket) : ipPrefix(last);
};

function networkOf(socket: Socket): string {
  const known = networks.get(socket);
  if (known !== undefined) return known;
  const network = ipPrefix(socket.remoteAddress ?? "");
  networks.set(socket, network);
  return network;
}
