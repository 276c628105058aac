import { z } from "zod";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";

/** The name of the setting in both stores of a client's move that is not over. */
const CLIENT_MOVE_SETTING = "client_move";

const Mark = z.strictObject({
  clientId: z.string(),
  moveId: z.string(),
  /** The names of the two stores of the move, which may continue between no others. */
  source: z.string(),
  target: z.string(),
  /** `whole`: the target has all of the client, and the source is to lose it. */
  step: z.enum(["copy", "whole"]),
});
/** A move that has begun, as both stores record it: no server opens either until it is over. */
export type MoveMark = z.infer<typeof Mark>;

const mark = jsonColumn(Mark);

/** Returns the move that an inspected store is part of; null without one. */
export const moveOf = (storeSettings: Record<string, string>): MoveMark | null => {
  const text = storeSettings[CLIENT_MOVE_SETTING];
  return text === undefined ? null : mark.read(text);
};

/** Reads the move that a store is part of; null without one. */
export const readMark = async (db: Queryable): Promise<MoveMark | null> => {
  const row = await db
    .selectFrom("mark")
    .select("value")
    .where("name", "=", CLIENT_MOVE_SETTING)
    .executeTakeFirst();
  return row ? mark.read(row.value) : null;
};

/** Records a move, or its next step. */
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
