import type { FastifyRequest } from "fastify";
import { ipPrefix } from "../domain/limits/ip-prefix.ts";

/** The caller's network, by which calls are counted. */
export const clientIp = ({ ip }: FastifyRequest): string =>
  // A connection that has ended since has no address.
  ipPrefix(ip ?? "");
