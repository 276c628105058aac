import type { FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../domain/fault.ts";
import { ownOrigin } from "./own-origin.ts";

/** Refuses what another site's page sends along with our cookie (CSRF). */
export const requireOwnPage = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
): void => {
  reply.header("cache-control", "no-store");
  const own = ownOrigin(headers.host ?? "", isSecure);
  if (own === "" || headers.origin !== own)
    throw new Fault("INVALID_ORIGIN", {
      message: "the Dashboard is used from its own page only",
    });
};
