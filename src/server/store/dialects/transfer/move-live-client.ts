import { randomUUID } from "node:crypto";
import { appendEntry } from "../../audit/audit-log.ts";
import {
  addLiveMove,
  claimLiveMove,
  clearLiveMove,
  holdRun,
  type LiveMove,
  listOpenMoves,
  MoveRefusal,
  STEPS_OF_SOURCE,
  setFence,
  transactInRun,
} from "../../clients/live-move.ts";
import type { Database, Queryable } from "../../tables.ts";
import type { Dialect } from "../dialect.ts";
import { readClientIds } from "./client-rows.ts";
import {
  guardOf,
  hand,
  jobsBefore,
  type LiveMoveOptions,
  type Move,
  reopen,
  requireMovable,
  UNDO,
} from "./hand-over-client.ts";
import { createHeldJobs } from "./held-jobs.ts";
import { addLiveItems, liveItemsByInstitution, removeRows } from "./move-client.ts";
import { copySharedRows } from "./shared-rows.ts";
import { copyLiveRows } from "./sync-client.ts";
import { WATCHED_JOBS, WATCHED_TABLES } from "./watched-tables.ts";

type Stores = Pick<Move, "source" | "target">;

/**
 * Moves a client into another store while servers run on both, or resumes the move. Calls continue
 * while rows are copied and compared; triggers note changes. Then calls are refused, the last
 * changes are applied, and the target gets the client. A later run takes over: each transaction of
 * the earlier run then throws a MoveRefusal. Returns the number of compared rows; null if an
 * earlier run compared them.
 */
export const moveLiveClient = async (
  source: Database,
  target: Database,
  options: LiveMoveOptions,
): Promise<number | null> => {
  const { clientId } = options;
  const { here, there } = await takeOver({ source, target }, clientId);
  if (here === null || here.step === "left") {
    // Only the last step was interrupted.
    if (here && there?.move_id === here.move_id && there.step === "arrived") {
      await clearLiveMove(target, there);
      return null;
    }
    return run({ ...options, source, target, row: await begin(source, target, options) }, false);
  }
  const isHere = STEPS_OF_SOURCE.includes(here.step);
  if (!there || (!isHere && !(here.step === "moved" && there.step === "arrived")))
    throw new MoveRefusal("the other store has nothing of the move that has begun", UNDO);
  return run({ ...options, source, target, row: here }, there.step === "arrived");
};

async function run(move: Move, hasArrived: boolean): Promise<number | null> {
  let rows: number | null = null;
  if (!hasArrived) {
    await reopen(move, true);
    rows = await copy(move);
    await hand(move);
  }
  await leave(move);
  await remove(move);
  return rows;
}

/** Undoes a move that was interrupted before the target had the client. */
export const undoLiveMove = async (
  source: Database,
  target: Database,
  options: Pick<LiveMoveOptions, "clientId" | "watch" | "progress" | "rowsAtOnce">,
): Promise<void> => {
  const { clientId, watch } = options;
  const { here, there } = await takeOver({ source, target }, clientId);
  if (there?.step === "arrived" || here?.step === "moved")
    throw new MoveRefusal(
      "the other cell has all of it already",
      "call the command without --undo, which completes the move",
    );
  const row = here?.step === "left" ? null : here;
  if (row) {
    await reopen({ source, target, row }, there !== null);
    await stopWatching(source, row, watch);
  }
  if (there) {
    const [ours, theirs] = [
      await readClientIds(source, clientId),
      await readClientIds(target, clientId),
    ];
    // The target may have rows that the source has deleted since, and may lack rows by which others
    // are found.
    const union = (one: readonly string[], other: readonly string[]) => [
      ...new Set([...one, ...other]),
    ];
    await removeRows(
      target,
      {
        clientId,
        items: union(ours.items, theirs.items),
        grants: union(ours.grants, theirs.grants),
        drafts: union(ours.drafts, theirs.drafts),
      },
      { ...options, guard: (transaction) => holdRun(transaction, there, ["arriving"]) },
    );
    await clearLiveMove(target, there);
  }
  if (row) await clearLiveMove(source, row);
};

/** Gives this run the exclusive right to continue the move in both stores. */
async function takeOver({ source, target }: Stores, clientId: string) {
  const run = randomUUID();
  const here = await claimLiveMove(source, { clientId, run });
  const moveId = here?.step === "left" ? undefined : here?.move_id;
  const there = await claimLiveMove(target, { clientId, run, moveId });
  // A record of a client that left the target earlier is no part of this move.
  return { here, there: there?.step === "left" ? null : there };
}

/** Throws if another client moves: a store's triggers serve one client. */
async function requireNoOther(source: Queryable, clientId: string): Promise<void> {
  for (const { client_id, step } of await listOpenMoves(source))
    if (client_id !== clientId && step !== "arriving" && step !== "arrived")
      throw new MoveRefusal(`the move of ${client_id} from there is not over`, "finish that first");
}

async function begin(
  source: Database,
  target: Database,
  { clientId, moveId, names }: LiveMoveOptions,
): Promise<LiveMove> {
  const { public_key } = await source
    .selectFrom("client")
    .select("public_key")
    .where("client_id", "=", clientId)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  const row = {
    ...{ client_id: clientId, public_key, move_id: moveId, run: randomUUID(), paused_at: null },
    ...names,
  };
  const there = { ...row, step: "arriving" } as const;
  const here = { ...row, step: "copying" } as const;
  await addLiveMove(target, there);
  try {
    await source.transact(async (transaction) => {
      await requireNoOther(transaction, clientId);
      await addLiveMove(transaction, here);
    });
  } catch (failure) {
    await clearLiveMove(target, there);
    throw failure;
  }
  return here;
}

async function copy(move: Move): Promise<number> {
  const { source, target, clientId, row, clock, watch, progress, wait, rowsAtOnce } = move;
  await requireMovable(move);
  await watch.start(source, clientId, WATCHED_TABLES, guardOf(row));
  await copySharedRows(source, target, await readClientIds(source, clientId), clock());
  return copyLiveRows(source, target, {
    move: row,
    ...(rowsAtOnce !== undefined && { rowsAtOnce }),
    onBatch: async (step, share) => {
      progress(step, share);
      // Other writers of the SQLite file get their turn.
      await wait(1);
    },
  });
}

/** Hides the client in the source, which records the new cell. */
async function leave({ source, clientId, row, clock, actor, names }: Move): Promise<void> {
  if (row.step === "moved") return;
  const counts = await liveItemsByInstitution(source, clientId);
  await source.transact(async (transaction) => {
    await holdRun(transaction, row, ["closed"], "moved", null);
    // Writers wait on the fence's row, and see the end of this transaction. The row is never
    // deleted.
    await setFence(transaction, "lifted");
    const { numUpdatedRows } = await transaction
      .updateTable("client")
      .set({ removed_at: clock() })
      .where("client_id", "=", clientId)
      .where("removed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new MoveRefusal("it was removed here meanwhile", UNDO);
    await addLiveItems(transaction, counts, -1);
    await appendEntry(transaction, {
      ...{ at: clock(), actor, action: "client.move", subject: clientId },
      details: { to: names.target },
    });
    await setFence(transaction, "left");
  });
}

async function remove(move: Move): Promise<void> {
  const { source, target, clientId, row, watch } = move;
  await holdRun(target, row, ["arrived"]);
  await removeRows(source, await readClientIds(source, clientId), {
    ...move,
    guard: (transaction) => holdRun(transaction, row, ["moved"]),
  });
  // Processes that did not know of the move yet have added these jobs.
  const late = createHeldJobs(source, target, row, { here: ["moved"], there: "arrived" });
  await late.holdChanged(target);
  await transactInRun(target, row, ["arrived"], late.release);
  await stopWatching(source, row, watch);
  const dropJobs = async (transaction: Queryable) => {
    await jobsBefore(move).drop(transaction);
    await late.drop(transaction);
  };
  await transactInRun(source, row, ["moved"], dropJobs, "left");
  await clearLiveMove(target, row);
}

async function stopWatching(
  source: Database,
  row: LiveMove,
  watch: Dialect["rowWatch"],
): Promise<void> {
  const names = [...WATCHED_TABLES, WATCHED_JOBS].map(({ name }) => name);
  await watch.stop(source, names, guardOf(row));
  await transactInRun(source, row, [...STEPS_OF_SOURCE, "moved"], async (transaction) => {
    await setFence(transaction, null);
    await transaction.deleteFrom("client_move_change").execute();
  });
}
