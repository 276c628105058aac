import { ERRORS, type ErrorCode } from "../../../protocol/errors/errors.ts";
import { Fault } from "../fault.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { Runtime } from "../runtime.ts";

/** A kind of data to read from an Item's institution. */
export type ItemRead = {
  itemId: string;
  kind: "balances" | "investments" | "statements" | "transactions";
};

/**
 * The state of a read: the number of finished reads, the last outcome (null for success), and the
 * end of its lease.
 */
type ItemReadState = { revision: number; outcome: string | null; leaseUntil: number | null };

/** The port for reads of Items. Only one process holds the lease of a read. */
export type ItemReadStore = {
  find(read: ItemRead): Promise<ItemReadState>;
  /**
   * Takes the lease; exactly one of several concurrent calls succeeds. Fails for a removed Item.
   */
  claim(read: ItemRead, now: number, leaseUntil: number): Promise<boolean>;
  /**
   * Renews the lease that ends at `held`; false without changes if another process has taken over.
   */
  renew(read: ItemRead, held: number, leaseUntil: number): Promise<boolean>;
  /**
   * Ends the read and releases the lease that ends at `held`; no effect if another process has
   * taken over.
   */
  end(read: ItemRead, held: number, outcome: string | null): Promise<void>;
};

type ReadDeps = Pick<Runtime, "clock" | "pause" | "every"> & {
  store: { itemReads: ItemReadStore };
};

/**
 * The duration of a lease, which the reading process renews. After a crash another process takes
 * over.
 */
const LEASE_MS = 30_000;

/** The first pause between polls for another process's read. Later pauses grow up to a limit. */
const POLL_MS = 100;
const MAX_POLL_MS = 2000;
const POLL_FACTOR = 1.3;

/**
 * Reads an Item's institution once for all callers with the same request, across processes, since
 * institutions count calls. A caller that arrives during a read waits and shares its outcome. A
 * fresh read is shared only with later callers: a running read may have begun before a user's
 * change.
 */
export const readTogether = async (
  deps: ReadDeps,
  itemRead: ItemRead,
  read: () => Promise<void>,
  { priority = "user", isFresh = false }: { priority?: ReadPriority; isFresh?: boolean } = {},
): Promise<void> => {
  const { clock, pause, store } = deps;
  const { itemReads } = store;
  let first = await itemReads.find(itemRead);
  let { leaseUntil } = first;
  let isTooOld = isFresh && leaseUntil !== null;
  let held: number;
  for (let [waited, next] = [0, POLL_MS]; ; next = Math.min(next * POLL_FACTOR, MAX_POLL_MS)) {
    // A clock that was put back must not extend a lease.
    const now = waited < LEASE_MS ? clock() : Number.MAX_SAFE_INTEGER;
    held = clock() + LEASE_MS;
    if (await itemReads.claim(itemRead, now, held)) break;
    await pause(next);
    const state = await itemReads.find(itemRead);
    waited = state.leaseUntil === leaseUntil ? waited + next : 0;
    leaseUntil = state.leaseUntil;
    if (state.revision === first.revision) continue;
    if (isTooOld) {
      isTooOld = false;
      first = state;
      continue;
    }
    if (state.outcome === "INSTITUTION_RATE_LIMIT" && priority === "user") {
      // The running read may be a background read, which leaves requests to users.
      first = state;
      continue;
    }
    if (state.outcome !== null) throw new Fault(errorCodeOf(state.outcome));
    return;
  }
  const release = keepLease(deps, itemRead, held);
  let outcome: string | null = "INTERNAL_SERVER_ERROR";
  try {
    await read();
    outcome = null;
  } catch (failure) {
    if (failure instanceof Fault) outcome = failure.code;
    throw failure;
  } finally {
    await itemReads.end(itemRead, await release(), outcome);
  }
};

/** Renews a lease until the returned function is called, which returns the lease's end. */
function keepLease(
  { clock, every, store: { itemReads } }: ReadDeps,
  itemRead: ItemRead,
  first: number,
): () => Promise<number> {
  let held = Promise.resolve(first);
  const renew = async (until: number): Promise<number> => {
    const next = clock() + LEASE_MS;
    // A lease that cannot be renewed expires.
    const isRenewed = await itemReads.renew(itemRead, until, next).catch(() => false);
    return isRenewed ? next : until;
  };
  const stop = every(LEASE_MS / 3, () => {
    held = held.then(renew);
  });
  return () => {
    stop();
    return held;
  };
}

const errorCodeOf = (outcome: string): ErrorCode =>
  Object.hasOwn(ERRORS, outcome) ? (outcome as ErrorCode) : "INTERNAL_SERVER_ERROR";
