import { z } from "zod";
import { LEGACY_FIELDS, type LegacyUseStore } from "../../domain/users/legacy-use.ts";
import type { Database } from "../tables.ts";

const Field = z.enum(LEGACY_FIELDS);

/** Uses of the legacy user API, a row per client, path and field. */
export const legacyUses = (db: Database): LegacyUseStore => ({
  add: (uses) =>
    db.transact(async (transaction) => {
      for (const { clientId, path, field, count, lastAt, requestId } of uses) {
        const client = await transaction
          .selectFrom("client")
          .select("client_id")
          .where("client_id", "=", clientId)
          .where("removed_at", "is", null)
          .executeTakeFirst();
        if (!client) continue;
        await transaction
          .insertInto("legacy_use")
          .values({
            client_id: clientId,
            path,
            field,
            count,
            last_at: lastAt,
            request_id: requestId,
          })
          .onConflict((conflict) =>
            conflict.columns(["client_id", "path", "field"]).doUpdateSet((row) => ({
              count: row("legacy_use.count", "+", row.ref("excluded.count")),
              last_at: lastAt,
              request_id: requestId,
            })),
          )
          .execute();
      }
    }),

  all: async () => {
    const rows = await db
      .selectFrom("legacy_use")
      .select([
        "client_id as clientId",
        "path",
        "field",
        "count",
        "last_at as lastAt",
        "request_id as requestId",
      ])
      .orderBy("client_id")
      .orderBy("path")
      .orderBy("field")
      .execute();
    return rows.map((row) => ({ ...row, field: Field.parse(row.field) }));
  },
});
