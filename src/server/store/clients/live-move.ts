import { type Expression, sql } from "kysely";
import type { Database, MoveStep, Queryable, Tables } from "../tables.ts";

/** The name of the mark by which writers see the fence. */
export const FENCE = "client_fence";

/**
 * `open`: changes are noted; `closed`: changes are refused; `left`: rows may only be deleted;
 * `lifted`: every write passes.
 */
export type Fence = "open" | "closed" | "left" | "lifted";

/** The steps during which a store's servers refuse the client's calls. */
const REFUSED: readonly (MoveStep | null)[] = ["closing", "closed", "moved", "left", "arriving"];

/** Whether servers refuse the client's calls during a step. */
export const isRefused = (step: MoveStep | null): boolean => REFUSED.includes(step);

/** The steps during which the source store still has the client. */
export const STEPS_OF_SOURCE: readonly MoveStep[] = ["copying", "closing", "closed"];

/** A move as one of its stores has it. */
export type LiveMove = Tables["client_move"];

/** Reads the progress of a client's move. */
export const readLiveMove = async (db: Queryable, clientId: string): Promise<LiveMove | null> =>
  (await db
    .selectFrom("client_move")
    .selectAll()
    .where("client_id", "=", clientId)
    .executeTakeFirst()) ?? null;

/** All unfinished moves of the store. */
export const listOpenMoves = (db: Queryable): Promise<LiveMove[]> =>
  db.selectFrom("client_move").selectAll().where("step", "<>", "left").execute();

/** A move cannot continue. Neither store has lost data. */
export class MoveRefusal extends Error {
  readonly advice: string;

  constructor(reason: string, advice: string) {
    super(reason);
    this.advice = advice;
  }
}

const refuseRun = (): MoveRefusal =>
  new MoveRefusal(
    "another command goes on with its move, or has taken it back",
    "wait for that command; if it has stopped, call one again alone",
  );

/** Records a new move; throws if there is one. */
export const addLiveMove = async (db: Queryable, move: LiveMove): Promise<void> => {
  const added = await db
    .insertInto("client_move")
    .values(move)
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet(move).where("client_move.step", "=", "left"),
    )
    .returning("run")
    .executeTakeFirst();
  if (!added) throw refuseRun();
};

/**
 * Gives a run the exclusive right to continue a client's move, or the move `moveId` if given.
 * Returns the move, or null.
 */
export const claimLiveMove = async (
  db: Queryable,
  { clientId, run, moveId }: { clientId: string; run: string; moveId?: string | undefined },
): Promise<LiveMove | null> =>
  (await db
    .updateTable("client_move")
    .set({ run })
    .where("client_id", "=", clientId)
    .$if(moveId !== undefined, (move) => move.where("move_id", "=", moveId ?? ""))
    .returningAll()
    .executeTakeFirst()) ?? null;

/**
 * Throws unless the run still holds the move, in one of these steps. Until the transaction ends, no
 * other run can take over the move.
 */
export const holdRun = async (
  transaction: Queryable,
  { client_id, run }: LiveMove,
  steps: readonly MoveStep[],
  next?: MoveStep,
  pausedAt?: Expression<number> | null,
): Promise<void> => {
  const { numUpdatedRows } = await transaction
    .updateTable("client_move")
    .set({
      run,
      ...(next !== undefined && { step: next }),
      ...(pausedAt !== undefined && { paused_at: pausedAt }),
    })
    .where("client_id", "=", client_id)
    .where("run", "=", run)
    .where("step", "in", steps)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw refuseRun();
};

/** Writes in a transaction that fails if another run has taken over the move. */
export const transactInRun = (
  db: Database,
  move: LiveMove,
  steps: readonly MoveStep[],
  work: (transaction: Queryable) => Promise<unknown>,
  next?: MoveStep,
  pausedAt?: Expression<number> | null,
): Promise<void> =>
  db.transact(
    async (transaction) => {
      await holdRun(transaction, move, steps, next, pausedAt);
      await work(transaction);
    },
    { isolation: "read committed" },
  );

/**
 * Maximum age of the command's last sign of life, in ms, while jobs are held or calls are refused.
 * Both exceed the command's own limits.
 */
const PAUSE_LIMITS = { copying: 180_000, closing: 15_000 };
type PauseLimits = typeof PAUSE_LIMITS;

/** The lease value that marks a job as held by a move. The job's due time follows the mark. */
export const heldLease = (moveId: string, kind: "move" | "late" = "move"): string =>
  `${kind} ${moveId} `;

/** Whether a job is held under a mark. */
export const isHeldAs = (mark: string) =>
  sql<boolean>`substr(lease, 1, ${sql.lit(mark.length)}) = ${mark}`;

/** Releases the jobs held under a mark. */
export const releaseJobs = async (transaction: Queryable, mark: string): Promise<void> => {
  await transaction
    .updateTable("job")
    .set({
      due_at: sql`cast(nullif(substr(lease, ${sql.lit(mark.length + 1)}), '') as bigint)`,
      lease: null,
    })
    .where(isHeldAs(mark))
    .execute();
};

/**
 * Moves without recent progress. `ended` moves were cancelled in this store; `stuck` moves wait for
 * their command.
 */
export type StaleMoves = { ended: LiveMove[]; stuck: LiveMove[] };

/**
 * Resumes the calls and jobs of clients whose move has made no progress for too long. A command
 * that still runs fails at its next step, before the fence closes or the target gets the client.
 * Behind a closed fence only a command can tell which store has the client.
 */
export const endStalePauses = async (
  db: Database,
  { now, run, limits = PAUSE_LIMITS }: { now: number; run: string; limits?: PauseLimits },
): Promise<StaleMoves> => {
  const moves: StaleMoves = { ended: [], stuck: [] };
  const isOlderThan = (ms: number) => sql<boolean>`paused_at <= ${db.leaseTime(now)} - ${ms}`;
  for (const move of await listOpenMoves(db)) {
    const { step } = move;
    if (move.paused_at === null) continue;
    if (step === "copying" || step === "closing") {
      const isEnded = await db.transact(
        async (transaction) => {
          const { numUpdatedRows } = await transaction
            .updateTable("client_move")
            .set({ run, step: "copying", paused_at: null })
            .where("client_id", "=", move.client_id)
            .where("run", "=", move.run)
            .where("step", "=", step)
            .where(isOlderThan(limits[step]))
            .executeTakeFirst();
          if (numUpdatedRows !== 1n) return false;
          await releaseJobs(transaction, heldLease(move.move_id));
          return true;
        },
        { isolation: "read committed" },
      );
      if (isEnded) moves.ended.push(move);
    } else if (step === "closed") {
      const stuck = await db
        .selectFrom("client_move")
        .selectAll()
        .where("client_id", "=", move.client_id)
        .where("step", "=", step)
        .where(isOlderThan(limits.closing))
        .executeTakeFirst();
      if (stuck) moves.stuck.push(stuck);
    }
  }
  return moves;
};

/** Deletes the move of this run. */
export const clearLiveMove = async (db: Queryable, { client_id, run }: LiveMove): Promise<void> => {
  await db
    .deleteFrom("client_move")
    .where("client_id", "=", client_id)
    .where("run", "=", run)
    .execute();
};

/** Sets the fence of the source store; null removes the fence. */
export const setFence = async (db: Queryable, state: Fence | null): Promise<void> => {
  if (state === null) {
    await db.deleteFrom("mark").where("name", "=", FENCE).execute();
    return;
  }
  const row = { name: FENCE, value: state };
  await db
    .insertInto("mark")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
};
