import { type AuditEntry, type AuditStore, auditEntry } from "../../domain/audit/audit-entry.ts";
import type { Database, Queryable } from "../tables.ts";

/** The audit log, and its head, which orders what several processes append. */
export const auditLog = (db: Database): AuditStore => ({
  append: (record) =>
    db.transact(async (transaction) => {
      // Writing the head locks it against concurrent appends, which would fork the chain.
      await transaction
        .updateTable("audit_head")
        .set((head) => ({ sequence: head("sequence", "+", 1) }))
        .execute();
      const { sequence, digest } = await headOf(transaction);
      const entry = auditEntry(record, { sequence: sequence - 1, digest });
      await transaction.insertInto("audit_entry").values(rowOf(entry)).execute();
      await transaction.updateTable("audit_head").set({ digest: entry.digest }).execute();
    }),

  after: async (sequence, most) => {
    const rows = await db
      .selectFrom("audit_entry")
      .selectAll()
      .where("sequence", ">", sequence)
      .orderBy("sequence")
      .limit(most)
      .execute();
    return rows.map(entryOf);
  },

  last: async (most) => {
    const rows = await db
      .selectFrom("audit_entry")
      .selectAll()
      .orderBy("sequence", "desc")
      .limit(most)
      .execute();
    return rows.map(entryOf).reverse();
  },

  head: () => headOf(db),
});

const headOf = (db: Queryable) =>
  db.selectFrom("audit_head").select(["sequence", "digest"]).executeTakeFirstOrThrow();

const rowOf = (entry: AuditEntry) => ({
  sequence: entry.sequence,
  at: entry.at,
  actor_kind: entry.actor.kind,
  actor_name: entry.actor.name,
  action: entry.action,
  subject: entry.subject,
  details: entry.details,
  previous_digest: entry.previousDigest,
  digest: entry.digest,
});

const entryOf = (row: ReturnType<typeof rowOf>): AuditEntry => ({
  sequence: row.sequence,
  at: row.at,
  actor: { kind: row.actor_kind, name: row.actor_name },
  action: row.action,
  subject: row.subject,
  details: row.details,
  previousDigest: row.previous_digest,
  digest: row.digest,
});
