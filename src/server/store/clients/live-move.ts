import type { MoveStep, Queryable, Tables } from "../tables.ts";

/** The name of the mark by which writers see the fence. */
export const FENCE = "client_fence";

/** `open`: changes are noted; `closed`: they are refused; `left`: rows may only be deleted; `lifted`: all may pass. */
export type Fence = "open" | "closed" | "left" | "lifted";

/** The steps in which the servers of a store refuse a client's calls. */
const REFUSED: readonly (MoveStep | null)[] = ["closing", "closed", "moved", "left", "arriving"];

/** Returns whether servers refuse the calls of a client for now. */
export const isRefused = (step: MoveStep | null): boolean => REFUSED.includes(step);

/** A move as one of its stores has it. */
export type LiveMove = Tables["client_move"];

/** Reads how far the move of a client came. */
export const readLiveMove = async (db: Queryable, clientId: string): Promise<LiveMove | null> =>
  (await db
    .selectFrom("client_move")
    .selectAll()
    .where("client_id", "=", clientId)
    .executeTakeFirst()) ?? null;

/** The moves that are not over, of any client. */
export const listOpenMoves = (db: Queryable): Promise<LiveMove[]> =>
  db.selectFrom("client_move").selectAll().where("step", "<>", "left").execute();

/** Records a move or its next step. */
export const writeLiveMove = async (db: Queryable, move: LiveMove): Promise<void> => {
  await db
    .insertInto("client_move")
    .values(move)
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet(move))
    .execute();
};

/** Forgets a move. */
export const clearLiveMove = async (db: Queryable, clientId: string): Promise<void> => {
  await db.deleteFrom("client_move").where("client_id", "=", clientId).execute();
};

/** Opens or closes the fence of the store that a client leaves; null takes it away. */
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
