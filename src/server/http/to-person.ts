import type { FastifyRequest } from "fastify";
import type { Person } from "../domain/presence.ts";

/** The person whose browser sends a request, for what a bank is asked meanwhile; null if it does not name itself. */
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
