import { z } from "zod";
import { ListRequest } from "../../protocol/dashboard/dashboard.ts";
import {
  DashboardAuditCheck,
  DashboardAuditDetails,
  DashboardAuditEntry,
} from "../../protocol/dashboard/dashboard-audit.ts";
import { AUDIT_ACTIONS, type AuditEntry, entryDigest } from "../domain/audit/audit-entry.ts";
import { verifyAuditPart } from "../domain/audit/verify-audit-log.ts";
import type { AuditActor } from "../domain/audit-actor.ts";
import { Fault } from "../domain/fault.ts";
import { type CallContext, dashboardCall } from "./call.ts";
import { clientNames } from "./client-names.ts";
import { cursorText, pageRequest } from "./list-page.ts";

const Text = z.string().trim().max(200);
const Time = z.int().min(0);

/** Lists entries of the audit log, the newest first: a client's own, or all for the operator. */
export const listAudit = dashboardCall({
  path: "/dashboard/api/audit",
  role: "read",
  about: "clients",
  request: ListRequest.omit({ order: true }).extend({
    action: z.enum(AUDIT_ACTIONS).optional(),
    subject: Text.optional(),
    actor: Text.optional(),
    /** The start of the period, and its exclusive end. */
    from: Time.optional(),
    until: Time.optional(),
  }),
  response: z.object({
    rows: z.array(DashboardAuditEntry),
    next: z.string().nullable(),
    /** The actions to list. */
    actions: z.array(z.string()),
  }),
  run: async ({ action, subject, actor, from, until, after, limit }, client, context) => {
    const page = pageRequest({ after, order: "descending", limit });
    const [at, sequence] = page.after ?? [];
    const { rows, next } = await context.store.audit.page({
      clientId: client?.clientId ?? null,
      action: action ?? null,
      subject: subject || null,
      actor: actor || null,
      from: from ?? null,
      until: until ?? null,
      before: page.after && [Number(at), Number(sequence) || 0],
      limit: page.limit,
    });
    const names = await listNames(rows, context);
    return {
      rows: rows.map((entry) => toShape(entry, names, context)),
      next: cursorText(next && [next[0], String(next[1])]),
      actions: context.isOperator ? [...AUDIT_ACTIONS] : AUDIT_ACTIONS.filter(isOfClients),
    };
  },
});

/** Shows an entry with its position in the chain. */
export const showAudit = dashboardCall({
  path: "/dashboard/api/audit/show",
  role: "read",
  about: "clients",
  request: z.strictObject({ sequence: z.int().min(1) }),
  response: DashboardAuditDetails,
  run: async ({ sequence }, client, context) => {
    const entry = await context.store.audit.bySequence(sequence);
    if (!entry || (client && entry.clientId !== client.clientId))
      throw new Fault("NOT_FOUND", {
        message: "no entry has this number",
        display: "There is no such entry.",
      });
    return {
      entry: toShape(entry, await listNames([entry], context), context),
      digest: entry.digest,
      previous_digest: entry.previousDigest,
      is_intact: entryDigest(entry) === entry.digest,
    };
  },
});

/** The number of entries verified per call. The page makes as many calls as needed. */
const ENTRIES_AT_ONCE = 2000;

/** Verifies the chain of the log from an entry on. */
export const verifyAudit = dashboardCall({
  path: "/dashboard/api/audit/verify",
  role: "read",
  about: "operator",
  request: z.strictObject({
    /** The last verified entry of the previous call; 0 for the beginning. */
    sequence: z.int().min(0).default(0),
    digest: z.string().max(100).default(""),
  }),
  response: DashboardAuditCheck,
  run: async (start, _, { store }) => {
    const part = await verifyAuditPart(store.audit, start, ENTRIES_AT_ONCE);
    return part.holds
      ? { ...part.last, problem: null, is_end: part.isEnd }
      : { sequence: part.sequence, digest: "", problem: part.problem, is_end: true };
  },
});

const isOfClients = (action: string): boolean =>
  /^(client|item|webhook|grant|member)\./.test(action);

const listNames = (entries: readonly AuditEntry[], context: CallContext) =>
  clientNames(
    entries.flatMap(({ clientId }) => clientId ?? []),
    context,
  );

type Details = Record<string, unknown>;

function toShape(
  { sequence, at, actor, action, subject, clientId, details: json }: AuditEntry,
  names: ReadonlyMap<string, string>,
  { isOperator }: CallContext,
): DashboardAuditEntry {
  const { address, ...details } = JSON.parse(json) as Details;
  // A client sees that the operator acted, but not the operator's name or address.
  const isHidden = !isOperator && isOperators(actor);
  return {
    sequence,
    at,
    actor_kind: isHidden ? "operator" : actor.kind,
    actor: isHidden ? "" : actor.name,
    action,
    subject,
    client_id: clientId,
    client_name: (clientId && names.get(clientId)) || null,
    address: typeof address === "string" && !isHidden ? address : null,
    fields: toFields(details),
  };
}

const isOperators = ({ kind, name }: AuditActor): boolean =>
  kind === "operator" || (kind === "dashboard" && name.startsWith("operator "));

const BEFORE = "_before";

/** Pairs each field with its earlier value, under the same name with a suffix. */
const toFields = (details: Details): DashboardAuditEntry["fields"] =>
  Object.keys(details)
    .filter((name) => !name.endsWith(BEFORE))
    .map((name) => ({
      name,
      before: Object.hasOwn(details, name + BEFORE)
        ? describeValue(details[name + BEFORE], name)
        : null,
      after: describeValue(details[name], name),
    }));

function describeValue(value: unknown, name: string): string {
  if (value === null || value === "") return "not set";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ") || "not set";
  if (typeof value === "number" && /(^|_)(at|end)$/.test(name))
    return new Date(value).toISOString();
  return String(value);
}
