import { hash } from "node:crypto";
import { redactTokens, redactTokensIn } from "../../../protocol/redact-tokens.ts";
import type { AuditActor } from "../audit-actor.ts";

/** The privileged actions, each a noun and a verb. */
export const AUDIT_ACTIONS = [
  "client.create",
  "client.rotate_secret",
  "client.remove",
  "client.move",
  "client.allow_origin",
  "client.disallow_origin",
  "client.set_brand",
  "client.allow_redirect_uri",
  "client.disallow_redirect_uri",
  "client.set_partner",
  "client.set_institutions",
  "client.set_legacy_user_api",
  "client.set_account_selection",
  "client.set_default_version",
  "client.set_public_key",
  "client.set_grants",
  "client.add_secret",
  "client.name_secret",
  "client.change_secret",
  "client.end_secret",
  "client.change",
  "client.try_path",
  "client.request_production",
  "client.grant_production",
  "client.withdraw_production",
  "client.set_alert",
  "server.set_brand",
  "operator.create_setup_code",
  "operator.set_password",
  "operator.sign_in",
  "operator.lock_out",
  "operator.refuse_sign_in",
  "member.invite",
  "member.withdraw_invitation",
  "member.accept",
  "member.reset",
  "member.sign_in",
  "member.lock_out",
  "member.change_role",
  "member.remove",
  "member.end_session",
  "member.add_passkey",
  "member.remove_passkey",
  "item.ids",
  "item.refresh",
  "item.export",
  "item.open_update_mode",
  "job.retry",
  "webhook.replay",
  "webhook.replay_failed",
  "webhook.send_examples",
  "institutions.import",
  "institutions.set_ways",
  "institution.remove",
  "institution.connect",
  "institution.disconnect",
  "institution.ids",
  "institution.check",
  "institution.stop_check",
  "aggregator.add",
  "aggregator.remove",
  "connection.end",
  "connection.stop_sharing",
  "connection.renew",
  "connection.reconfirm",
  "connection.lose_accounts",
  "connection.revoke",
  "connection.end_with_user",
  "connection.decide_match",
  "connection.add_file",
  "connection.erase",
  "connection.download",
  "person.confirm_email",
  "person.set_reminders",
  "person.erase",
  "grant.create",
  "grant.change",
  "grant.end",
  "grant.use",
  "webhook_key.rotate",
  "master_key.begin_rotation",
  "master_key.end_rotation",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

type Detail = string | number | boolean | null | readonly string[];

/** A privileged action; its details contain no secrets, and no personal data except a member's address. */
export type AuditRecord = {
  /** In ms since 1970. */
  at: number;
  actor: AuditActor;
  action: AuditAction;
  /** The object of the action, such as a client_id. */
  subject: string;
  /**
   * The client that the action is about, or that acted; by default the subject of an action on a
   * client.
   */
  clientId?: string | null | undefined;
  details?: Readonly<Record<string, Detail>> | undefined;
};

/** A record at its position in the log. */
export type AuditEntry = {
  /** Counts the entries, from 1. */
  sequence: number;
  at: number;
  actor: AuditActor;
  action: string;
  subject: string;
  /**
   * The client whose own log shows the entry; null for the operator's entries. The digest does not
   * cover this field.
   */
  clientId: string | null;
  /** A JSON object. */
  details: string;
  /** The digest of the previous entry; empty for the first entry. */
  previousDigest: string;
  /** The digest over this entry and the previous digest, so that no entry can be changed alone. */
  digest: string;
};

/** The last entry of a log. */
export type AuditHead = Pick<AuditEntry, "sequence" | "digest">;

/** The head of a log without entries. */
export const EMPTY_HEAD: AuditHead = { sequence: 0, digest: "" };

/** The position of an entry in a list: its time, and its sequence number. */
type AuditPlace = readonly [at: number, sequence: number];

/** A request for entries, newest first. A null field filters nothing. */
export type AuditPageRequest = {
  clientId: string | null;
  action: string | null;
  subject: string | null;
  /** The actor's name. */
  actor: string | null;
  /** The start of the period, and its exclusive end. */
  from: number | null;
  until: number | null;
  /** The position of the last entry of the previous page. */
  before: AuditPlace | null;
  limit: number;
};

/** The port for the audit log, which is append-only. */
export type AuditStore = {
  /**
   * Appends to the log. Within `Store.transact`, the change and its entry are stored together or not at
   * all. Throws TamperedAuditLog unless the log has one head, which is its last entry.
   */
  append(record: AuditRecord): Promise<void>;
  /** The entries after a sequence number, in order. */
  after(sequence: number, limit: number): Promise<AuditEntry[]>;
  /** The last entries, in order. */
  last(limit: number): Promise<AuditEntry[]>;
  /** A page of the filtered log, for one client or for all. */
  page(request: AuditPageRequest): Promise<{ rows: AuditEntry[]; next: AuditPlace | null }>;
  /** The entry of a sequence number, or null. */
  bySequence(sequence: number): Promise<AuditEntry | null>;
  /** The head; throws TamperedAuditLog unless the log has exactly one head. */
  head(): Promise<AuditHead>;
};

/** The entry that appends a record to a log with a given head. */
export const auditEntry = (record: AuditRecord, head: AuditHead): AuditEntry => {
  const { at, actor, action } = record;
  const entry = {
    sequence: head.sequence + 1,
    at,
    actor: { kind: actor.kind, name: brief(actor.name) },
    action,
    subject: brief(record.subject),
    clientId: record.clientId ?? (action.startsWith("client.") ? brief(record.subject) : null),
    details: JSON.stringify(redactTokensIn(record.details ?? {})),
    previousDigest: head.digest,
  };
  return { ...entry, digest: entryDigest(entry) };
};

export const entryDigest = (entry: Omit<AuditEntry, "digest" | "clientId">): string => {
  const { sequence, at, actor, action, subject, details, previousDigest } = entry;
  const fields = [previousDigest, sequence, at, actor.kind, actor.name, action, subject, details];
  return hash("sha256", JSON.stringify(fields), "base64url");
};

/** Names and subjects are ids. A longer text is no id, and is truncated. */
const brief = (text: string): string => redactTokens(text).slice(0, 200);
