import { z } from "zod";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";

/** The setting by which both stores of an unfinished move name the client. */
const CLIENT_MOVE_SETTING = "client_move";

const Mark = z.strictObject({
  clientId: z.string(),
  moveId: z.string(),
  /** The two stores of the move. The move may resume between these stores only. */
  source: z.string(),
  target: z.string(),
  /** `whole`: the target has the whole client, and the source deletes its rows next. */
  step: z.enum(["copy", "whole"]),
});
/**
 * An unfinished move, as both stores record it. No server opens either store until the move ends.
 */
export type MoveMark = z.infer<typeof Mark>;

const mark = jsonColumn(Mark);

/** Returns the unfinished move of an inspected store, or null. */
export const moveOf = (storeSettings: Record<string, string>): MoveMark | null => {
  const text = storeSettings[CLIENT_MOVE_SETTING];
  return text === undefined ? null : mark.read(text);
};

/** Reads the unfinished move of a store, or null. */
export const readMark = async (db: Queryable): Promise<MoveMark | null> => {
  const row = await db
    .selectFrom("mark")
    .select("value")
    .where("name", "=", CLIENT_MOVE_SETTING)
    .executeTakeFirst();
  return row ? mark.read(row.value) : null;
};

/** Records a move, or the next step of the move. */
export const writeMark = async (db: Queryable, value: MoveMark): Promise<void> => {
  const row = { name: CLIENT_MOVE_SETTING, value: mark.write(value) };
  await db
    .insertInto("mark")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
};

/** Records that a move is over. */
export const clearMark = async (db: Queryable): Promise<void> => {
  await db.deleteFrom("mark").where("name", "=", CLIENT_MOVE_SETTING).execute();
};
