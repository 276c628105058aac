import { appendEntry } from "../../audit/audit-log.ts";
import {
  holdRun,
  type LiveMove,
  MoveRefusal,
  STEPS_OF_SOURCE,
  setFence,
  transactInRun,
} from "../../clients/live-move.ts";
import type { Database, MoveStep, Queryable } from "../../tables.ts";
import type { Dialect } from "../dialect.ts";
import { createHeldJobs } from "./held-jobs.ts";
import { checkMovable } from "./movable-client.ts";
import { addLiveItems, liveItemsByInstitution, type MoveOptions } from "./move-client.ts";
import { copyWebhookKeys } from "./shared-rows.ts";
import { applyChanges } from "./sync-client.ts";
import { WATCHED_JOBS } from "./watched-tables.ts";

/**
 * The maximum time of refused calls, in ms. After that the calls resume, and the move has to be
 * tried again.
 */
const REFUSAL_LIMIT_MS = 8000;
/** Processes learn of a refusal within a second, and write their counts every second. */
const NOTICE_MS = 2500;
/** The longest wait for the client's running jobs, in ms. */
const JOB_WAIT_MS = 120_000;
const LOOK_MS = 100;
/** The number of unapplied changes at which calls are refused. */
const FEW_CHANGES = 200;

/**
 * The transfer of the client's jobs or changes took too long. The client's calls and jobs resume in
 * the source store.
 */
export class ClientIsBusy extends Error {}

export type LiveMoveOptions = Omit<MoveOptions, "progress" | "now"> & {
  clock: () => number;
  /** Called after each batch with the completed share of a step, from 0 to 1; throws to stop. */
  progress: (step: "copy" | "compare" | "wait" | "remove", share: number) => void;
  wait: (ms: number) => Promise<void>;
  /** Called once the other store has the client, with the duration of the refusal in ms. */
  onSwitch: (refusedMs: number) => void | Promise<void>;
  watch: Dialect["rowWatch"];
};

export type Move = LiveMoveOptions & { source: Database; target: Database; row: LiveMove };

/** The advice for a move that cannot continue. */
export const UNDO = "take the move back with --undo, and begin again once that is cured";

/** The client's held jobs, before the target has the client. */
export const jobsBefore = ({ source, target, row }: Pick<Move, "source" | "target" | "row">) =>
  createHeldJobs(source, target, row, { here: STEPS_OF_SOURCE, there: "arriving" });

/**
 * Resumes the client's calls and jobs in the source; throws if the target has or may have the
 * client.
 */
export async function reopen(
  stores: Pick<Move, "source" | "target" | "row">,
  isMarked: boolean,
): Promise<void> {
  const { source, target, row } = stores;
  const jobs = jobsBefore(stores);
  if (isMarked)
    // Waits for an arrival in progress, whose outcome this process does not know.
    await transactInRun(target, row, ["arriving"], jobs.drop);
  const open = async (transaction: Queryable) => {
    await setFence(transaction, "open");
    await jobs.release(transaction);
  };
  await transactInRun(source, row, STEPS_OF_SOURCE, open, "copying", null);
}

/** Throws if the client was removed since, or has data that the target cannot take. */
export async function requireMovable({ source, target, clientId }: Move): Promise<void> {
  const answer = await checkMovable(source, target, clientId, { isCopied: true });
  if (!answer) throw new MoveRefusal("it was removed here meanwhile", UNDO);
  if ("refusal" in answer) throw new MoveRefusal(answer.refusal, UNDO);
}

const WATCHED_STEPS: readonly MoveStep[] = [...STEPS_OF_SOURCE, "moved"];

/**
 * Aborts the transactions that create or drop triggers once another run has taken over the move.
 */
export const guardOf = (row: LiveMove) => (transaction: Queryable) =>
  holdRun(transaction, row, WATCHED_STEPS);

/**
 * Hands the client over to the target while its calls are refused for a few seconds; throws if that
 * takes longer.
 */
export async function hand(move: Move): Promise<void> {
  try {
    if (!(await tryToHand(move))) throw new ClientIsBusy();
  } catch (failure) {
    await reopen(move, true).catch((refusal: unknown) => {
      if (!(refusal instanceof MoveRefusal)) throw refusal;
    });
    throw failure;
  }
}

async function tryToHand(move: Move): Promise<boolean> {
  const { source, target, clientId, row, clock, progress, wait, watch, onSwitch } = move;
  while ((await applyChanges(source, target, row)) > FEW_CHANGES) progress("wait", 0);
  const jobs = jobsBefore(move);
  await watch.start(source, clientId, [WATCHED_JOBS], guardOf(row));
  const pause = () => holdRun(source, row, ["copying"], "copying", source.leaseTime(clock()));
  await jobs.holdAll(pause);
  await pause();
  for (const until = clock() + JOB_WAIT_MS; (await jobs.holdChanged()) > 0; await wait(LOOK_MS)) {
    progress("wait", 0);
    if (clock() > until) return false;
  }
  await applyChanges(source, target, row);
  const refusedAt = clock();
  const isLate = () => clock() > refusedAt + REFUSAL_LIMIT_MS;
  await holdRun(source, row, ["copying"], "closing", source.leaseTime(refusedAt));
  for (let running = 0; clock() < refusedAt + NOTICE_MS || running > 0; await wait(LOOK_MS)) {
    progress("wait", Math.min(1, (clock() - refusedAt) / NOTICE_MS));
    running = await jobs.holdChanged();
    await applyChanges(source, target, row);
    if (isLate()) return false;
  }
  const close = (transaction: Queryable) => setFence(transaction, "closed");
  await transactInRun(source, row, ["closing"], close, "closed");
  if ((await jobs.holdChanged()) > 0) return false;
  await applyChanges(source, target, row);
  await requireMovable(move);
  if (isLate()) return false;
  await arrive(move, jobs);
  await onSwitch(clock() - refusedAt);
  return true;
}

/** From here on the target has the client. */
async function arrive(move: Move, jobs: ReturnType<typeof createHeldJobs>): Promise<void> {
  const { source, target, clientId, row, clock, actor, names } = move;
  const counts = await liveItemsByInstitution(source, clientId);
  await copyWebhookKeys(source, target, clock());
  await target.transact(async (transaction) => {
    await holdRun(transaction, row, ["arriving"], "arrived");
    await jobs.release(transaction);
    const { numUpdatedRows } = await transaction
      .updateTable("client")
      .set({ removed_at: null })
      .where("client_id", "=", clientId)
      .where("removed_at", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new MoveRefusal("the other store does not have it", UNDO);
    await addLiveItems(transaction, counts, 1);
    await appendEntry(transaction, {
      ...{ at: clock(), actor, action: "client.move", subject: clientId },
      details: { from: names.source },
    });
  });
}
