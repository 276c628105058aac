import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import {
  type ReadPriority,
  type RequestCountStore,
  type RequestQuota,
  reserveOf,
} from "../../domain/institutions/request-quota.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { isUncounted } from "./person-headers.ts";
import type { ConnectorLog } from "./refusals.ts";

/** The requests that a read may send. */
export type Quota = {
  /** Counts a request before it is sent; throws INSTITUTION_RATE_LIMIT if no request is left. */
  take(grant: Grant, path: string, isLaterPage: boolean): Promise<void>;
  /**
   * Throws INSTITUTION_RATE_LIMIT if that many further requests exceed the quota, so that a read
   * that cannot finish does not start.
   */
  expect(grant: Grant, requests: number): Promise<void>;
};

type Options = {
  requestCounts: RequestCountStore;
  clock: () => number;
  log: ConnectorLog;
  priority: ReadPriority;
};

const UNLIMITED: Quota = { take: async () => undefined, expect: async () => undefined };

/** The longest wait that is named: after a day there are requests again. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * Counts the requests of a read if the operator has declared the institution's quota, and the
 * institution counts the requests.
 */
export const openQuota = (client: IssuerClient, options: Options): Quota => {
  const { institutionId, quota } = client.connection;
  if (quota === null || isUncounted(client)) return UNLIMITED;
  const { requestCounts, clock, log, priority } = options;
  const { requestsPerDay } = quota;
  const share = priority === "user" ? requestsPerDay : requestsPerDay - reserveOf(requestsPerDay);
  let limit = share;
  return {
    take: async (grant, path, isLaterPage) => {
      if (quota.countedBy === "endpoint" && isLaterPage) return;
      const key = toKey(institutionId, quota, grant, path);
      refuseAfter(await requestCounts.take(key, limit, clock()));
    },
    expect: async (grant, requests) => {
      // Each endpoint is asked once by a read.
      if (quota.countedBy === "endpoint" || requests === 0) return;
      // A read that needs more than the background's share would otherwise never run.
      if (requests >= share) limit = requestsPerDay;
      const key = toKey(institutionId, quota, grant, "");
      const waitMs = await requestCounts.wait(key, requests, limit, clock());
      if (waitMs === Number.POSITIVE_INFINITY)
        log.warn(
          { institutionId, requestsPerDay, needed: requests + 1 },
          "an institution allows fewer requests in a day than a read needs",
        );
      refuseAfter(waitMs);
    },
  };
};

/** The key of the request count, a digest, so that no row names a customer. */
function toKey(
  institutionId: string,
  { countedBy }: RequestQuota,
  { issuer, subject, accessToken, id }: Grant,
  path: string,
): string {
  const parts = [institutionId, issuer];
  if (countedBy !== "client") parts.push(accessToken === null ? id : (subject ?? id));
  if (countedBy === "endpoint") parts.push(path);
  return digest(JSON.stringify(parts));
}

function refuseAfter(waitMs: number): void {
  if (waitMs > 0)
    throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: Math.min(waitMs, MAX_WAIT_MS) });
}
