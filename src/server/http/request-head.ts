import type { IncomingMessage } from "node:http";
import { newRequestId, type Random } from "../domain/identifiers.ts";

/** The origin in a request target that is a whole URL, which every server has to accept. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Characters that no host contains (RFC 9110, section 7.2, and RFC 3986, section 3.2.2). */
const NO_HOST = /[\s/?#@\\]/;

/** The only thing that a client may expect (RFC 9110, section 10.1.1); node:http goes by the same. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Returns the target of a request as a path, even if it is a whole URL. */
export const pathTarget = ({ url = "" }: IncomingMessage): string => {
  if (url.startsWith("/")) return url;
  const path = url.replace(ORIGIN, "");
  return path.startsWith("/") || path === "*" ? path : `/${path}`;
};

/** Returns the path without its query, which may hold secrets. */
export const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

type HeadProblem = { status: number; message: string };

/** Returns the problem that makes a request's head unacceptable; null for none. */
export const headProblem = (incoming: IncomingMessage): HeadProblem | null => {
  const message = hostProblem(incoming);
  if (message !== null) return { status: 400, message };
  const { expect } = incoming.headers;
  return expect === undefined || incoming.httpVersion === "1.0" || CONTINUE.test(expect)
    ? null
    : { status: 417, message: "the Expect header can be 100-continue only" };
};

function hostProblem({ httpVersion, rawHeaders, headers }: IncomingMessage): string | null {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts++;
  if (hosts > 1) return "the request has more than one Host header";
  if (hosts === 0 && httpVersion === "1.1") return "the request has no Host header";
  return NO_HOST.test(headers.host ?? "") ? "the Host header is not a host" : null;
}

const SESSION_START = "/bridge/session/start";

/**
 * A new request_id; or the one that Link's frame has named the start of a session by, as the page is
 * told of it with OPEN, before we have answered. No other request is named by who sends it.
 */
export const readRequestId = (request: IncomingMessage, random: Random): string => {
  const { "service-request-id": requestId } = request.headers;
  const isNamed =
    requestId !== undefined &&
    pathOf(request) === SESSION_START &&
    /^[0-9A-Za-z]{15}$/.test(String(requestId));
  return isNamed ? String(requestId) : newRequestId(random);
};
