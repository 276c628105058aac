import type { onRequestHookHandler } from "fastify";
import { Fault } from "../../domain/fault.ts";
import { clientIp } from "../client-ip.ts";

/** The maximum number of large bodies in memory, in total and per address. */
const MAX_BODIES = 8;
const MAX_PER_ADDRESS = 4;
const RETRY_AFTER_MS = 1000;

/**
 * Limits the memory of large bodies. A request above the limit is refused with RATE_LIMIT before
 * its body is read.
 */
export const createLargeBodyGate = (): onRequestHookHandler => {
  const addresses = new Map<string, number>();
  let total = 0;
  const count = (address: string, change: 1 | -1): void => {
    total += change;
    const ofAddress = (addresses.get(address) ?? 0) + change;
    if (ofAddress > 0) addresses.set(address, ofAddress);
    else addresses.delete(address);
  };
  return async (request, reply) => {
    const address = clientIp(request);
    if (total >= MAX_BODIES || (addresses.get(address) ?? 0) >= MAX_PER_ADDRESS)
      throw new Fault("RATE_LIMIT", {
        message: "too many requests of this size at once; try again later",
        retryAfterMs: RETRY_AFTER_MS,
      });
    count(address, 1);
    reply.raw.once("close", () => count(address, -1));
  };
};
