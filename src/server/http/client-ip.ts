import type { FastifyRequest } from "fastify";
import { ipPrefix } from "../domain/limits/ip-prefix.ts";

/** The network that a request came from, by which calls are counted. */
export const clientIp = ({ ip }: FastifyRequest): string =>
  // A connection that has ended meanwhile has no address any more.
  ipPrefix(ip ?? "");
