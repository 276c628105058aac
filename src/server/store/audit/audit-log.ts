import {
  type AuditEntry,
  type AuditHead,
  type AuditStore,
  auditEntry,
  EMPTY_HEAD,
} from "../../domain/audit/audit-entry.ts";
import { TamperedAuditLog } from "../../domain/audit/verify-audit-log.ts";
import type { Database, Queryable } from "../tables.ts";

/** The audit log, and its head, which orders entries of several processes. */
export const auditLog = (db: Database): AuditStore => ({
  append: (record) =>
    db.transact(async (transaction) => {
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
    }),

  after: async (sequence, limit) => {
    const rows = await db
      .selectFrom("audit_entry")
      .selectAll()
      .where("sequence", ">", sequence)
      .orderBy("sequence")
      .limit(limit)
      .execute();
    return rows.map(entryOf);
  },

  last: async (limit) => {
    const rows = await db
      .selectFrom("audit_entry")
      .selectAll()
      .orderBy("sequence", "desc")
      .limit(limit)
      .execute();
    return rows.map(entryOf).reverse();
  },

  head: () => headOf(db),
});

const headOf = async (db: Queryable): Promise<AuditHead> =>
  onlyHead(await db.selectFrom("audit_head").select(["sequence", "digest"]).execute());

function onlyHead([head, ...others]: readonly AuditHead[]): AuditHead {
  if (head === undefined) throw new TamperedAuditLog("the head of the log is missing");
  if (others.length > 0) throw new TamperedAuditLog("the log has several heads");
  return head;
}

/** An entry behind another head would fork the chain, or hide that entries were taken away. */
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
  previous_digest: entry.previousDigest,
  digest: entry.digest,
});

const entryOf = (row: ReturnType<typeof toRow>): AuditEntry => ({
  sequence: row.sequence,
  at: row.at,
  actor: { kind: row.actor_kind, name: row.actor_name },
  action: row.action,
  subject: row.subject,
  details: row.details,
  previousDigest: row.previous_digest,
  digest: row.digest,
});
