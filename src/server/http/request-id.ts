import type { IncomingMessage } from "node:http";
import { newRequestId, type Random } from "../domain/identifiers.ts";
import { pathOf } from "./request-head.ts";

const SESSION_START = "/bridge/session/start";

/**
 * A new request_id; or the one that Link's frame has named the start of a session by, as the page is
 * told of it with OPEN, before we have answered. No other request is named by who sends it.
 */
export const requestIdOf = (request: IncomingMessage, random: Random): string => {
  const { "service-request-id": requestId } = request.headers;
  const isNamed =
    requestId !== undefined &&
    pathOf(request) === SESSION_START &&
    /^[0-9A-Za-z]{15}$/.test(String(requestId));
  return isNamed ? String(requestId) : newRequestId(random);
};
