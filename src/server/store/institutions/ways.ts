import { DEFAULT_WAYS, WaySettings } from "../../domain/institutions/way-settings.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";

const column = jsonColumn(WaySettings);

/** The name of the setting. */
const NAME = "bank-ways";

/** The operator's choice for banks that several ways reach. */
export const readWays = async (db: Queryable): Promise<WaySettings> => {
  const row = await db
    .selectFrom("mark")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirst();
  return row ? column.read(row.value) : DEFAULT_WAYS;
};

export const writeWays = async (db: Queryable, settings: WaySettings): Promise<void> => {
  const value = column.write(settings);
  await db
    .insertInto("mark")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
};
