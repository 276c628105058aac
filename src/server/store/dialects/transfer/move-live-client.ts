import { appendEntry } from "../../audit/audit-log.ts";
import {
  clearLiveMove,
  type LiveMove,
  readLiveMove,
  setFence,
  writeLiveMove,
} from "../../clients/live-move.ts";
import type { Database } from "../../tables.ts";
import type { Dialect } from "../dialect.ts";
import { readClientIds } from "./client-rows.ts";
import { createHeldJobs } from "./held-jobs.ts";
import {
  addLiveItems,
  liveItemsByInstitution,
  type MoveOptions,
  removeRows,
} from "./move-client.ts";
import { copySharedRows, copyWebhookKeys } from "./shared-rows.ts";
import { applyChanges, copyLiveRows } from "./sync-client.ts";
import { WATCHED_JOBS, WATCHED_TABLES } from "./watched-tables.ts";

/** A client's calls are refused no longer than this, in ms; otherwise they go on, and the move has to be tried again. */
const REFUSAL_LIMIT_MS = 8000;
/** Processes know a refusal after a second, and write their counts each second. */
const NOTICE_MS = 2500;
/** The longest wait for the client's running jobs, in ms. */
const JOB_WAIT_MS = 120_000;
const LOOK_MS = 100;
/** Changes that are left when the calls are refused. */
const FEW_CHANGES = 200;

/** The client's jobs, or its changes, took too long to be handed over; its calls and jobs go on where they were. */
export class ClientIsBusy extends Error {}

export type LiveMoveOptions = Omit<MoveOptions, "progress" | "now"> & {
  clock: () => number;
  /** Called after each batch with how much of a step is done, from 0 to 1; throws to stop. */
  progress: (step: "copy" | "compare" | "wait" | "remove", share: number) => void;
  wait: (ms: number) => Promise<void>;
  /** Called once the other store has the client, with for how many ms its calls were refused here until then. */
  onSwitch: (refusedMs: number) => void;
  watch: Dialect["rowWatch"];
};

type Move = LiveMoveOptions & { source: Database; target: Database; row: LiveMove };

/**
 * Moves a client into another store while servers run on both, or resumes that. The client's calls go on while its rows are
 * copied and compared; triggers note what changes. Then its calls are refused, the last changes follow, and the target has it.
 * Returns the number of compared rows; null if they were compared before.
 */
export const moveLiveClient = async (
  source: Database,
  target: Database,
  options: LiveMoveOptions,
): Promise<number | null> => {
  const { clientId } = options;
  const row = (await readLiveMove(source, clientId)) ?? (await begin(source, target, options));
  const move = { ...options, source, target, row };
  let rows: number | null = null;
  if ((await readLiveMove(target, clientId))?.step === "arriving") {
    await reopen(move);
    rows = await copy(move);
    await hand(move);
  }
  await leave(move);
  await remove(move);
  return rows;
};

/** Takes back a move that was interrupted before the target had the client. */
export const undoLiveMove = async (
  source: Database,
  target: Database,
  options: Pick<LiveMoveOptions, "clientId" | "watch" | "progress" | "rowsAtOnce">,
): Promise<void> => {
  const { clientId, watch } = options;
  const row = await readLiveMove(source, clientId);
  if (row) {
    await reopen({ ...options, source, target, row });
    await stopWatching(source, watch);
  }
  if ((await readLiveMove(target, clientId))?.step === "arriving") {
    const [here, there] = [
      await readClientIds(source, clientId),
      await readClientIds(target, clientId),
    ];
    // The target may have rows that the source lost meanwhile, and only some of those by which others are found.
    const union = (one: readonly string[], other: readonly string[]) => [
      ...new Set([...one, ...other]),
    ];
    await removeRows(
      target,
      {
        clientId,
        items: union(here.items, there.items),
        grants: union(here.grants, there.grants),
        drafts: union(here.drafts, there.drafts),
      },
      options,
    );
    await clearLiveMove(target, clientId);
  }
  await clearLiveMove(source, clientId);
};

async function begin(
  source: Database,
  target: Database,
  { clientId, moveId, names }: LiveMoveOptions,
): Promise<LiveMove> {
  const { public_key } = await source
    .selectFrom("client")
    .select("public_key")
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  const row = { client_id: clientId, public_key, move_id: moveId, ...names };
  await writeLiveMove(target, { ...row, step: "arriving" });
  await writeLiveMove(source, { ...row, step: "copying" });
  return { ...row, step: "copying" };
}

/** Has the client's calls and jobs go on in the source. */
async function reopen({
  source,
  target,
  row,
  clientId,
}: Pick<Move, "source" | "target" | "row" | "clientId">): Promise<void> {
  await setFence(source, "open");
  await createHeldJobs(source, target, { clientId, moveId: row.move_id }).giveBack();
  await writeLiveMove(source, { ...row, step: "copying" });
}

async function copy(move: Move): Promise<number> {
  const { source, target, clientId, clock, watch, progress, wait, rowsAtOnce } = move;
  await watch.start(source, clientId, WATCHED_TABLES);
  await copySharedRows(source, target, await readClientIds(source, clientId), clock());
  return copyLiveRows(source, target, {
    clientId,
    ...(rowsAtOnce !== undefined && { rowsAtOnce }),
    onBatch: async (step, share) => {
      progress(step, share);
      // Others of an SQLite file write in between.
      await wait(1);
    },
  });
}

/** Hands the client over to the target, in the few seconds in which its calls are refused; throws if it takes longer. */
async function hand(move: Move): Promise<void> {
  let isOver = false;
  try {
    isOver = await tryToHand(move);
    if (!isOver) throw new ClientIsBusy();
  } finally {
    if (!isOver && (await readLiveMove(move.target, move.clientId))?.step === "arriving")
      await reopen(move);
  }
}

async function tryToHand(move: Move): Promise<boolean> {
  const { source, target, clientId, row, clock, progress, wait, watch, onSwitch } = move;
  while ((await applyChanges(source, target, { clientId })) > FEW_CHANGES) progress("wait", 0);
  const jobs = createHeldJobs(source, target, { clientId, moveId: row.move_id });
  await watch.start(source, clientId, [WATCHED_JOBS]);
  await jobs.holdAll();
  for (const until = clock() + JOB_WAIT_MS; (await jobs.holdChanged()) > 0; await wait(LOOK_MS)) {
    progress("wait", 0);
    if (clock() > until) return false;
  }
  await applyChanges(source, target, { clientId });
  const refusedAt = clock();
  const isLate = () => clock() > refusedAt + REFUSAL_LIMIT_MS;
  await writeLiveMove(source, { ...row, step: "closing" });
  for (let running = 0; clock() < refusedAt + NOTICE_MS || running > 0; await wait(LOOK_MS)) {
    progress("wait", Math.min(1, (clock() - refusedAt) / NOTICE_MS));
    running = await jobs.holdChanged();
    await applyChanges(source, target, { clientId });
    if (isLate()) return false;
  }
  await setFence(source, "closed");
  await writeLiveMove(source, { ...row, step: "closed" });
  if ((await jobs.holdChanged()) > 0) return false;
  await applyChanges(source, target, { clientId });
  if (isLate()) return false;
  await arrive(move, jobs);
  onSwitch(clock() - refusedAt);
  return true;
}

/** The target has the client from now on. */
async function arrive(move: Move, jobs: ReturnType<typeof createHeldJobs>): Promise<void> {
  const { source, target, clientId, row, clock, actor, names } = move;
  const counts = await liveItemsByInstitution(source, clientId);
  await copyWebhookKeys(source, target, clock());
  await target.transact(async (transaction) => {
    await jobs.handOver(transaction);
    await transaction
      .updateTable("client")
      .set({ removed_at: null })
      .where("client_id", "=", clientId)
      .execute();
    await addLiveItems(transaction, counts, 1);
    await writeLiveMove(transaction, { ...row, step: "arrived" });
    await appendEntry(transaction, {
      ...{ at: clock(), actor, action: "client.move", subject: clientId },
      details: { from: names.source },
    });
  });
}

/** The source hides the client, and knows that it is in another cell. */
async function leave({ source, clientId, row, clock, actor, names }: Move): Promise<void> {
  const step = (await readLiveMove(source, clientId))?.step;
  if (step === "moved" || step === "left") return;
  const counts = await liveItemsByInstitution(source, clientId);
  await source.transact(async (transaction) => {
    // Writers wait for this transaction, and see its end: they follow the row, which is never gone.
    await setFence(transaction, "lifted");
    await transaction
      .updateTable("client")
      .set({ removed_at: clock() })
      .where("client_id", "=", clientId)
      .execute();
    await addLiveItems(transaction, counts, -1);
    await writeLiveMove(transaction, { ...row, step: "moved" });
    await appendEntry(transaction, {
      ...{ at: clock(), actor, action: "client.move", subject: clientId },
      details: { to: names.target },
    });
    await setFence(transaction, "left");
  });
}

async function remove(move: Move): Promise<void> {
  const { source, target, clientId, row, watch } = move;
  const jobs = createHeldJobs(source, target, { clientId, moveId: row.move_id });
  await removeRows(source, await readClientIds(source, clientId), move);
  // Jobs that were added by processes that did not know of the move yet.
  await jobs.holdChanged(target);
  await jobs.handOver(target);
  await stopWatching(source, watch);
  await jobs.dropIn(source);
  await writeLiveMove(source, { ...row, step: "left" });
  await clearLiveMove(target, clientId);
}

async function stopWatching(source: Database, watch: Dialect["rowWatch"]): Promise<void> {
  await watch.stop(
    source,
    [...WATCHED_TABLES, WATCHED_JOBS].map(({ name }) => name),
  );
  await setFence(source, null);
  await source.deleteFrom("client_move_change").execute();
}
