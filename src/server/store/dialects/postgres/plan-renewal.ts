import type { PoolClient } from "pg";
import { isConnectionLost } from "./failures.ts";

/** For how long a connection goes by its plans, in ms. */
const PLANS_VALID_MS = 2000;

/**
 * Has PostgreSQL plan its named statements again now and then. A plan made while a table had few rows reads
 * all of it, and is kept until the table is analyzed; the queue may have very many rows a second later.
 */
export const createPlanRenewal = (
  elapsed: () => number,
): ((client: PoolClient) => Promise<void>) => {
  const renewedAt = new WeakMap<PoolClient, number>();
  let isSupported = true;
  return async (client) => {
    const now = elapsed();
    const last = renewedAt.get(client);
    if (last !== undefined && (!isSupported || now - last < PLANS_VALID_MS)) return;
    renewedAt.set(client, now);
    // A new connection has no plans.
    if (last === undefined) return;
    try {
      await client.query("discard plans");
    } catch (failure) {
      // A broken connection fails the next statement anyway; other engines may not have this command.
      if (!isConnectionLost(failure)) isSupported = false;
    }
  };
};

export type PlanRenewal = ReturnType<typeof createPlanRenewal>;
