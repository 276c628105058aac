import { dayAt } from "../../domain/calendar.ts";
import type { Funnel } from "../../domain/dashboard/traffic.ts";
import { REACHED } from "../../domain/dashboard/traffic.ts";
import type { Database, Queryable, Tables } from "../tables.ts";
import { ALL, addToTotals } from "../totals.ts";

/** The columns by which a use of Link is counted. */
type CountedUse = Pick<
  Tables["link_visit"],
  "client_id" | "started_at" | "institution_id" | "reached" | "error_code"
>;

/** A use of Link before and after a change; `before` is null for a new use. */
export type UseChange = { before: CountedUse | null; after: CountedUse };

type Total = Tables["link_visit_total"];

/**
 * Moves uses of Link from their previous totals to the new totals, within the transaction that
 * changes the uses.
 */
export const moveUses = async (
  transaction: Queryable,
  changes: readonly UseChange[],
): Promise<void> => {
  const toRows = (use: CountedUse, count: 1 | -1): Total[] =>
    listBuckets(use).map((place) => ({ ...place, count }));
  await addToTotals(
    transaction,
    "link_visit_total",
    changes.flatMap(({ before, after }) => [
      ...(before ? toRows(before, -1) : []),
      ...toRows(after, 1),
    ]),
  );
};

/** The totals that include a use of Link: those of its client, and those of all clients. */
function listBuckets(use: CountedUse): Omit<Total, "count">[] {
  const { institution_id: institution, reached, error_code: error } = use;
  const isConnected = REACHED[reached] === "connected";
  const day = dayAt(use.started_at);
  const kinds: [Total["kind"], string | null][] = [
    ["reached", String(reached)],
    ["chosen", institution],
    ["connected", isConnected ? institution : null],
    ["error", error],
  ];
  return kinds.flatMap(([kind, value]) =>
    value === null
      ? []
      : [use.client_id, ALL].map((client_id) => ({ client_id, kind, value, day })),
  );
}

/** The funnel of uses of Link since the day of a moment, for one client or for all. */
export const loadFunnel = async (
  db: Database,
  clientId: string | null,
  since: number,
): Promise<Funnel> => {
  const rows = await db
    .selectFrom("link_visit_total")
    .select(({ fn }) => ["kind", "value", fn.sum<number>("count").as("count")])
    .where("client_id", "=", clientId ?? ALL)
    .where("day", ">=", dayAt(since))
    .groupBy(["kind", "value"])
    .execute();
  const countsOf = (kind: Total["kind"]): Map<string, number> =>
    new Map(
      rows
        .filter((row) => row.kind === kind && Number(row.count) > 0)
        .map(({ value, count }) => [value, Number(count)]),
    );
  const reached = countsOf("reached");
  const connected = countsOf("connected");
  return {
    steps: REACHED.map((step, place) => ({ reached: step, count: reached.get(`${place}`) ?? 0 })),
    institutions: new Map(
      [...countsOf("chosen")].map(([institutionId, chosen]) => [
        institutionId,
        { chosen, connected: connected.get(institutionId) ?? 0 },
      ]),
    ),
    errors: countsOf("error"),
  };
};

/** Deletes the totals of all days before a moment's day. */
export const purgeLinkUseTotals = async (db: Database, before: number): Promise<void> => {
  await db.deleteFrom("link_visit_total").where("day", "<", dayAt(before)).execute();
};
