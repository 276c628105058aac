import type { ClientList } from "../../domain/dashboard/lists.ts";
import { liveItemTotals } from "../items/live-item-totals.ts";
import type { Queryable } from "../tables.ts";
import { pageOf, rangeOf } from "./page-cursor.ts";

const ORDER = ["created_at", "client_id"];

/** The operator's list of clients. */
export const clientList =
  (db: Queryable): ClientList =>
  async (request) => {
    const { search, access, limit } = request;
    const range = rangeOf({ equal: {}, order: ORDER }, request);
    const rows = await db
      .selectFrom("client")
      .select([
        "client_id as clientId",
        "name",
        "default_version as defaultVersion",
        "public_key_enabled as publicKeyEnabled",
        "production_access as productionAccess",
        "created_at as createdAt",
      ])
      .where("removed_at", "is", null)
      .where(range.condition)
      .$if(search !== "", (query) =>
        query.where((row) =>
          row.or([
            row("client_id", "like", `${escapePattern(search)}%`),
            row(row.fn("lower", ["name"]), "like", `%${escapePattern(search.toLowerCase())}%`),
          ]),
        ),
      )
      .$if(access !== null, (query) => query.where("production_access", "=", access))
      .orderBy(range.order)
      .limit(limit + 1)
      .execute();
    const page = pageOf(rows, request, ({ createdAt, clientId }) => [createdAt, clientId]);
    const counts = await liveItemTotals(
      db,
      "client",
      page.rows.map(({ clientId }) => clientId),
    );
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...row,
        publicKeyEnabled: row.publicKeyEnabled === 1,
        liveItems: counts.get(row.clientId) ?? 0,
      })),
    };
  };

/** Removes the wildcards of `like`: no id contains them. */
const escapePattern = (text: string): string => text.replaceAll(/[%_\\]/g, "");
