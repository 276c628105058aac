import type { IncomingMessage } from "node:http";

/**
 * The address that a request came from. Behind a proxy it is what the proxy itself saw: the last one of
 * the list, since those before it are what a caller wrote.
 */
export const addressOf = (
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  behindProxy: boolean,
): string => {
  const forwarded = behindProxy ? headers["x-forwarded-for"] : undefined;
  const last = String(forwarded ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return last || (socket.remoteAddress ?? "");
};
