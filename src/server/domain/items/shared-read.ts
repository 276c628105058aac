import { ERRORS, type ErrorCode } from "../../../protocol/errors.ts";
import { Fault } from "../fault.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { Runtime } from "../runtime.ts";

/** The data that is read of an Item's institution. */
export type ItemRead = { itemId: string; kind: "balances" | "transactions" };

/** The state of a read: how often it has ended, and its last outcome: null for success. */
type ItemReadState = { revision: number; outcome: string | null };

/** The port for the reads of Items; one process at a time has the lease of each. */
export type ItemReadStore = {
  find(read: ItemRead): Promise<ItemReadState>;
  /** Takes the lease; exactly one of several calls succeeds, unless the Item is gone. */
  claim(read: ItemRead, now: number, leaseUntil: number): Promise<boolean>;
  /** Ends a read and releases its lease. */
  end(read: ItemRead, outcome: string | null): Promise<void>;
};

type ReadDeps = Pick<Runtime, "clock" | "pause"> & { store: { itemReads: ItemReadStore } };

/** The lease of one process, after which another one tries. */
const LEASE_MS = { balances: 60_000, transactions: 5 * 60_000 };

/** The first pause between two polls at a read of another process; each further one is longer, up to a limit. */
const POLL_MS = 100;
const MAX_POLL_MS = 2000;
const POLL_FACTOR = 1.3;

/**
 * Reads an Item's institution once for all callers that want the same at the same time, in this process and
 * in others: a caller that comes during the read waits, and shares its outcome. Institutions count their
 * calls.
 */
export const readTogether = async (
  { clock, pause, store }: ReadDeps,
  itemRead: ItemRead,
  read: () => Promise<void>,
  priority: ReadPriority = "user",
): Promise<void> => {
  const { itemReads } = store;
  const lease = LEASE_MS[itemRead.kind];
  let first = await itemReads.find(itemRead);
  for (let [waited, next] = [0, POLL_MS]; ; next = Math.min(next * POLL_FACTOR, MAX_POLL_MS)) {
    // A clock that was put back must not make a lease last.
    const now = waited < lease ? clock() : Number.MAX_SAFE_INTEGER;
    if (await itemReads.claim(itemRead, now, clock() + lease)) break;
    await pause(next);
    waited += next;
    const state = await itemReads.find(itemRead);
    if (state.revision === first.revision) continue;
    if (state.outcome === "INSTITUTION_RATE_LIMIT" && priority === "user") {
      // It may have been a background read, which leaves a reserve of requests to users.
      first = state;
      continue;
    }
    if (state.outcome !== null) throw new Fault(errorCodeOf(state.outcome));
    return;
  }
  let outcome: string | null = "INTERNAL_SERVER_ERROR";
  try {
    await read();
    outcome = null;
  } catch (failure) {
    if (failure instanceof Fault) outcome = failure.code;
    throw failure;
  } finally {
    await itemReads.end(itemRead, outcome);
  }
};

const errorCodeOf = (outcome: string): ErrorCode =>
  Object.hasOwn(ERRORS, outcome) ? (outcome as ErrorCode) : "INTERNAL_SERVER_ERROR";
