import {
  type AuditEntry,
  type AuditHead,
  type AuditPageRequest,
  type AuditRecord,
  type AuditStore,
  auditEntry,
  EMPTY_HEAD,
} from "../../domain/audit/audit-entry.ts";
import { TamperedAuditLog } from "../../domain/audit/verify-audit-log.ts";
import { rangeOf, unindexed } from "../dashboard/page-cursor.ts";
import type { Database, Queryable } from "../tables.ts";

/** The audit log. Its head orders the entries of several processes. */
export const auditLog = (db: Database): AuditStore => ({
  append: (record) => db.transact((transaction) => appendEntry(transaction, record)),

  after: async (sequence, limit) => {
    const rows = await db
      .selectFrom("audit_entry")
      .selectAll()
      .where("sequence", ">", sequence)
      .orderBy("sequence")
      .limit(limit)
      .execute();
    return rows.map(toEntry);
  },

  last: async (limit) => {
    const rows = await db
      .selectFrom("audit_entry")
      .selectAll()
      .orderBy("sequence", "desc")
      .limit(limit)
      .execute();
    return rows.map(toEntry).reverse();
  },

  page: async (request) => {
    const rows = await db.inIndexOrder((statements) => selectPage(statements, request));
    const last = rows[request.limit - 1];
    return {
      rows: rows.slice(0, request.limit).map(toEntry),
      next: rows.length > request.limit && last ? [last.at, last.sequence] : null,
    };
  },

  bySequence: async (sequence) => {
    const row = await db
      .selectFrom("audit_entry")
      .selectAll()
      .where("sequence", "=", sequence)
      .executeTakeFirst();
    return row ? toEntry(row) : null;
  },

  head: () => loadHead(db),
});

/**
 * A page is a range of the index of the narrowest condition. The other conditions filter its rows.
 */
function selectPage(db: Queryable, request: AuditPageRequest) {
  const { clientId, action, subject, actor, from, until, before, limit } = request;
  const conditions = Object.entries({
    subject,
    actor_name: actor,
    client_id: clientId,
    action,
  }).flatMap(([column, value]) => (value === null ? [] : [[column, value] as const]));
  const [narrowest] = conditions;
  const isIndexed = (column: string): boolean => column === narrowest?.[0] || column === "action";
  const equal = Object.fromEntries(conditions.filter(([column]) => isIndexed(column)));
  const after = before ?? (until === null ? null : ([until, 0] as const));
  const range = rangeOf({ equal, order: ["at", "sequence"] }, { after, order: "descending" });
  let query = db.selectFrom("audit_entry").selectAll().where(range.condition);
  if (from !== null) {
    const start = rangeOf({ equal, order: ["at"] }, { after: [from - 1], order: "ascending" });
    query = query.where(start.condition);
  }
  for (const [column, value] of conditions)
    if (!isIndexed(column)) query = query.where(unindexed(column), "=", value);
  return query
    .orderBy(range.order)
    .limit(limit + 1)
    .execute();
}

/** Appends to the log within a transaction. */
export const appendEntry = async (transaction: Queryable, record: AuditRecord): Promise<void> => {
  // Writing the head locks it against concurrent appends, which would fork the chain.
  const heads = await transaction
    .updateTable("audit_head")
    .set((head) => ({ sequence: head("sequence", "+", 1) }))
    .returning([({ eb }) => eb("sequence", "-", 1).as("sequence"), "digest"])
    .execute();
  const head = onlyHead(heads);
  await requireLastEntry(transaction, head);
  const entry = auditEntry(record, head);
  await transaction.insertInto("audit_entry").values(toRow(entry)).execute();
  await transaction.updateTable("audit_head").set({ digest: entry.digest }).execute();
};

const loadHead = async (db: Queryable): Promise<AuditHead> =>
  onlyHead(await db.selectFrom("audit_head").select(["sequence", "digest"]).execute());

function onlyHead([head, ...others]: readonly AuditHead[]): AuditHead {
  if (head === undefined) throw new TamperedAuditLog("the head of the log is missing");
  if (others.length > 0) throw new TamperedAuditLog("the log has several heads");
  return head;
}

/** An entry after an outdated head would fork the chain, or hide the removal of entries. */
async function requireLastEntry(transaction: Queryable, head: AuditHead): Promise<void> {
  const row = await transaction
    .selectFrom("audit_entry")
    .select(["sequence", "digest"])
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  const last = row ?? EMPTY_HEAD;
  if (last.sequence !== head.sequence || last.digest !== head.digest)
    throw new TamperedAuditLog("the head of the log is not its last entry");
}

const toRow = (entry: AuditEntry) => ({
  sequence: entry.sequence,
  at: entry.at,
  actor_kind: entry.actor.kind,
  actor_name: entry.actor.name,
  action: entry.action,
  subject: entry.subject,
  details: entry.details,
  client_id: entry.clientId,
  previous_digest: entry.previousDigest,
  digest: entry.digest,
});

const toEntry = (row: ReturnType<typeof toRow>): AuditEntry => ({
  sequence: row.sequence,
  at: row.at,
  actor: { kind: row.actor_kind, name: row.actor_name },
  action: row.action,
  subject: row.subject,
  details: row.details,
  clientId: row.client_id,
  previousDigest: row.previous_digest,
  digest: row.digest,
});
