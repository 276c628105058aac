import type { InstitutionUses, TrafficStore } from "../../domain/dashboard/traffic.ts";
import type { Database } from "../tables.ts";

/** How many sessions' events one statement reads. */
const SESSIONS_AT_ONCE = 500;

/** The last uses of Link with an institution, with their views. */
export const linkUsesAt = async (
  db: Database,
  ...[institutionId, { clientId, since, most }]: Parameters<TrafficStore["linkUsesAt"]>
): Promise<InstitutionUses> => {
  const uses = await db
    .selectFrom("link_visit")
    .select(["link_session_id as id", "outcome", "error_code as errorCode"])
    .where("institution_id", "=", institutionId)
    .where("started_at", ">=", since)
    .$if(clientId !== null, (query) => query.where("client_id", "=", clientId ?? ""))
    .orderBy("started_at", "desc")
    .limit(most)
    .execute();
  const views = new Map<string, string[]>(uses.map(({ id }) => [id, []]));
  for (let from = 0; from < uses.length; from += SESSIONS_AT_ONCE) {
    const events = await db
      .selectFrom("link_event")
      .select(["link_session_id as id", "detail"])
      .where(
        "link_session_id",
        "in",
        uses.slice(from, from + SESSIONS_AT_ONCE).map(({ id }) => id),
      )
      .where("name", "=", "TRANSITION_VIEW")
      .orderBy("link_session_id")
      .orderBy("at")
      .execute();
    // The view comes first, before what else is known of it.
    for (const { id, detail } of events) views.get(id)?.push(detail?.split(" ")[0] ?? "");
  }
  return uses.map(({ id, outcome, errorCode }) => ({
    isConnected: outcome === "connected",
    errorCode,
    views: views.get(id)?.filter((view) => view !== "") ?? [],
  }));
};
