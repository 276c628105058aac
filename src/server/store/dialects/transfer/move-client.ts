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
  /** Called after each batch with the completed share of a step, from 0 to 1; may throw to stop. */
  progress: (step: "copy" | "compare" | "remove", share: number) => void;
  rowsAtOnce?: number;
};

/**
 * Marks both stores of a new move. The target is marked first, so a source marked alone means that
 * the target was lost.
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
 * Moves a client with all its rows into another store, or resumes the move; both stores are at
 * rest. The source deletes its rows after each row was found equal in the target. Returns the
 * totals; null if an earlier run removed the rows.
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

/**
 * Undoes a move that was interrupted before the target had the whole client; the source keeps the
 * client.
 */
export const undoMove = async (
  source: Database,
  target: Database,
  options: Pick<MoveOptions, "clientId" | "progress" | "rowsAtOnce">,
): Promise<void> => {
  // An unmarked target has no rows of the move, and nothing is deleted there.
  if (await readMark(target)) {
    // The source's ids are used, since the target may lack some rows by which others are found.
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
    // A returning client has no record of having left.
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

/** Removes a client's rows from the source after a move, or from the target after an undo. */
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
  // Overwrites the client's data in SQLite's log.
  await db.eraseDeleted();
};

/** Records that the target has the whole client, with an entry in the audit log. */
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

/** The number of a client's live Items by institution. */
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

/** Adds the client's live Items to its institutions' counts, and to the count of a limit. */
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
