import type { FastifyRequest } from "fastify";
import type { Person } from "../domain/presence.ts";

/**
 * The person behind a request's browser, for requests to a bank meanwhile; null if the browser does
 * not identify itself.
 */
export const toPerson = ({ ip, headers }: FastifyRequest): Person | null => {
  const { accept, referer } = headers;
  const userAgent = headers["user-agent"];
  if (!ip || !userAgent) return null;
  return {
    ipAddress: ip,
    userAgent,
    accept,
    acceptLanguage: headers["accept-language"],
    acceptEncoding: [headers["accept-encoding"]].flat()[0],
    referer,
  };
};
