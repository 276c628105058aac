import type { AuditActor } from "../../../domain/audit-actor.ts";
import { appendEntry } from "../../audit/audit-log.ts";
import { clearMark, readMark, writeMark } from "../../clients/client-move-mark.ts";
import type { Database, Queryable } from "../../tables.ts";
import { addToTotals } from "../../totals.ts";
import type { Guard } from "../dialect.ts";
import {
  clientJobs,
  compareClientRows,
  copyClientRows,
  deleteClientRows,
  readClientIds,
} from "./client-rows.ts";
import type { ClientIds } from "./client-tables.ts";
import type { CopyTotals } from "./copy-store.ts";
import { copySharedRows } from "./shared-rows.ts";

export type MoveOptions = {
  clientId: string;
  moveId: string;
  actor: AuditActor;
  now: number;
  /** The names of both stores for the audit log, without a password. */
  names: { source: string; target: string };
  /** Called after each batch with how much of a step is done, from 0 to 1; may throw to stop. */
  progress: (step: "copy" | "compare" | "remove", share: number) => void;
  rowsAtOnce?: number;
};

/**
 * Marks both stores of a move unless it has begun already. The target is marked first, so that a source
 * marked alone means that the target was lost.
 */
export const beginMove = async (
  source: Database,
  target: Database,
  { clientId, moveId, names }: Pick<MoveOptions, "clientId" | "moveId" | "names">,
): Promise<void> => {
  if ((await readMark(source)) || (await readMark(target))?.step === "whole") return;
  const begun = { clientId, moveId, ...names, step: "copy" } as const;
  await writeMark(target, begun);
  await writeMark(source, begun);
};

/**
 * Moves a client with all that is its own into another store, or resumes that; both are at rest. The source loses it
 * once each row was found equal in the target. Returns the totals; null if the rows were removed before.
 */
export const moveClient = async (
  source: Database,
  target: Database,
  options: MoveOptions,
): Promise<CopyTotals | null> => {
  const { clientId } = options;
  await beginMove(source, target, options);
  let totals: CopyTotals | null = null;
  if ((await readMark(source))?.step === "copy") totals = await copy(source, target, options);
  if (await readMark(source)) {
    await remove(source, await readClientIds(source, clientId), options);
    await clearMark(source);
  }
  await clearMark(target);
  return totals;
};

/** Takes back a move that was interrupted before the target had all of the client; the source keeps it. */
export const undoMove = async (
  source: Database,
  target: Database,
  options: Pick<MoveOptions, "clientId" | "progress" | "rowsAtOnce">,
): Promise<void> => {
  // An unmarked target has no rows of the move, so its rows are not read.
  if (await readMark(target)) {
    // The ids of the source, since the target may have only some of the rows by which they are found.
    await remove(target, await readClientIds(source, options.clientId), options);
    await clearMark(target);
  }
  await clearMark(source);
};

async function copy(source: Database, target: Database, options: MoveOptions): Promise<CopyTotals> {
  const { clientId, progress, rowsAtOnce, now, names } = options;
  const ids = await readClientIds(source, clientId);
  const people = await copySharedRows(source, target, ids, now);
  const pass = (step: "copy" | "compare") => ({
    ...{ ids, people, onBatch: (share: number) => progress(step, share) },
    ...(rowsAtOnce !== undefined && { rowsAtOnce }),
  });
  await copyClientRows(source, target, pass("copy"));
  for await (const jobs of clientJobs(source, ids))
    await target
      .insertInto("job")
      .values(jobs)
      .onConflict((conflict) => conflict.column("job_id").doNothing())
      .execute();
  const totals = await compareClientRows(source, target, pass("compare"));
  const counts = await liveItemsByInstitution(source, clientId);
  await target.transact(async (transaction) => {
    if ((await readMark(transaction))?.step === "whole") return;
    await addLiveItems(transaction, counts, 1);
    // A client that comes back has left no longer.
    await transaction.deleteFrom("client_move").where("client_id", "=", clientId).execute();
    await finishStep(transaction, options, { from: names.source });
  });
  await source.transact(async (transaction) => {
    await addLiveItems(transaction, counts, -1);
    await finishStep(transaction, options, { to: names.target });
  });
  return totals;
}

async function remove(
  db: Database,
  ids: ClientIds,
  options: Pick<MoveOptions, "progress" | "rowsAtOnce">,
): Promise<void> {
  for await (const jobs of clientJobs(db, ids))
    await db
      .deleteFrom("job")
      .where(
        "job_id",
        "in",
        jobs.map(({ job_id }) => job_id),
      )
      .execute();
  await removeRows(db, ids, options);
}

/** Removes the rows of a client from the store that it left, or that it never came to. */
export const removeRows = async (
  db: Database,
  ids: ClientIds,
  {
    progress,
    rowsAtOnce,
    guard,
  }: {
    progress: (step: "remove", share: number) => void;
    rowsAtOnce?: number;
    guard?: Guard | undefined;
  },
): Promise<void> => {
  await deleteClientRows(db, {
    ...{ ids, guard, onBatch: (share: number) => progress("remove", share) },
    ...(rowsAtOnce !== undefined && { rowsAtOnce }),
  });
  // Overwrites what SQLite's log still has of the client.
  await db.eraseDeleted();
};

/** Records that the target has all of the client, with an entry of the audit log. */
async function finishStep(
  transaction: Queryable,
  { clientId, moveId, actor, now, names }: MoveOptions,
  details: Record<string, string>,
): Promise<void> {
  await writeMark(transaction, { clientId, moveId, ...names, step: "whole" });
  await appendEntry(transaction, {
    ...{ at: now, actor, action: "client.move", subject: clientId, details },
  });
}

type Counts = readonly { institutionId: string; count: number }[];

/** How many live Items a client has at each institution. */
export const liveItemsByInstitution = async (db: Queryable, clientId: string): Promise<Counts> => {
  const rows = await db
    .selectFrom("item")
    .select(({ fn }) => ["institution_id as institutionId", fn.countAll<number>().as("count")])
    .where("client_id", "=", clientId)
    .where("removed_at", "is", null)
    .groupBy("institution_id")
    .execute();
  return rows.map(({ institutionId, count }) => ({ institutionId, count: Number(count) }));
};

/** Counts the client's live Items at their institutions, and those that a limit counts. */
export const addLiveItems = async (
  transaction: Queryable,
  counts: Counts,
  sign: 1 | -1,
): Promise<void> => {
  await addToTotals(
    transaction,
    "live_item_total",
    counts.map(({ institutionId, count }) => ({
      ...{ kind: "institution" as const, owner_id: institutionId, slot: 0, count: sign * count },
    })),
  );
  const sum = sign * counts.reduce((total, { count }) => total + count, 0);
  await transaction
    .updateTable("live_items")
    .set((live) => ({ count: live("count", "+", sum) }))
    .where((live) => live("count", "+", sum), ">=", 0)
    .execute();
};
