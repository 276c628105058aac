import { createHash } from "node:crypto";
import type SQLite from "better-sqlite3";
import type { AuditEntry } from "../src/server/domain/audit/audit-entry.ts";
import type { World } from "./world.ts";

type AuditRow = Pick<
  AuditEntry,
  "sequence" | "at" | "action" | "subject" | "details" | "digest"
> & { actor_kind: "operator"; actor_name: string };

/**
 * The rule that the audit log's entries form a chain. The check follows the documentation, not the
 * service's code.
 */
export const createAuditRule = (world: World, reader: SQLite.Database): (() => void) => {
  const rows = reader.prepare<[number]>(
    "select * from audit_entry where sequence > ? order by sequence",
  );
  let audited = { sequence: 0, digest: "" };
  return () => {
    for (const row of rows.all(audited.sequence) as AuditRow[]) {
      const { sequence, at, action, subject, details } = row;
      const fields = [audited.digest, sequence, at, row.actor_kind, row.actor_name];
      const digest = createHash("sha256")
        .update(JSON.stringify([...fields, action, subject, details]))
        .digest("base64url");
      world.require(
        row.sequence === audited.sequence + 1 && row.digest === digest,
        () => `the audit log does not chain at ${row.sequence}`,
      );
      audited = { sequence: row.sequence, digest };
    }
  };
};
