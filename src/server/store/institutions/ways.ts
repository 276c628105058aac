import { DEFAULT_WAYS, WaySettings } from "../../domain/institutions/way-settings.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";

const column = jsonColumn(WaySettings);

/** The name under which the settings are stored. */
const NAME = "bank-ways";

/** The operator's decision on banks that are reached by several ways. */
export const readWays = async (db: Queryable): Promise<WaySettings> => {
  const row = await db
    .selectFrom("mark")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirst();
  return row ? column.read(row.value) : DEFAULT_WAYS;
};

/** Writes another decision in its place. */
export const writeWays = async (db: Queryable, settings: WaySettings): Promise<void> => {
  const value = column.write(settings);
  await db
    .insertInto("mark")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
};
