import type { IncomingMessage } from "node:http";

/** What comes before the path where a request names its whole URL, as every server is to understand. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** What no host has in it (RFC 9110, section 7.2, and RFC 3986, section 3.2.2). */
const NO_HOST = /[\s/?#@\\]/;

/** Makes the target of a request a path, where it names its whole URL. */
export const takePath = (incoming: IncomingMessage): void => {
  const { url = "" } = incoming;
  if (url.startsWith("/")) return;
  const path = url.replace(ORIGIN, "");
  incoming.url = path.startsWith("/") || path === "*" ? path : `/${path}`;
};

/** What is wrong with the host that a request names; null where it names one, as it has to. */
export const hostProblem = ({
  httpVersion,
  rawHeaders,
  headers,
}: IncomingMessage): string | null => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts++;
  if (hosts > 1) return "the request has more than one Host header";
  if (hosts === 0 && httpVersion === "1.1") return "the request has no Host header";
  return NO_HOST.test(headers.host ?? "") ? "the Host header is not a host" : null;
};
