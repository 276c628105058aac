import type { AuditRecord } from "../domain/audit/audit-entry.ts";
import { Fault } from "../domain/fault.ts";
import type { Limit } from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";

/**
 * The maximum number of audit entries per kind of refusal and minute, so that an attacker cannot
 * fill the log.
 */
const ENTRIES: Record<"one" | "all", Limit> = {
  one: { perMinute: 1, code: "RATE_LIMIT" },
  all: { perMinute: 10, code: "RATE_LIMIT" },
};

/**
 * Audits a refused sign-in of the operator or a member: once a minute per address and subject, and
 * ten times a minute per kind of sign-in.
 */
export const logRefusal = async (
  address: string,
  record: {
    action: Extract<
      AuditRecord["action"],
      "operator.lock_out" | "operator.refuse_sign_in" | "member.lock_out"
    >;
    subject: string;
    clientId?: string | null;
    details?: { issuer: string; reason: "not allowed" | "failed" };
  },
  { guessLimiter: limiter, store, clock }: Services,
): Promise<void> => {
  const { action, subject, details } = record;
  const kind = `${action} ${details?.reason ?? ""}`;
  const isDue =
    (await isWithin(limiter.pass(`${kind} ${address} ${subject}`, ENTRIES.one))) &&
    (await isWithin(limiter.pass(kind, ENTRIES.all)));
  if (!isDue) return;
  await store.audit.append({ at: clock(), actor: { kind: "dashboard", name: address }, ...record });
};

/** Returns whether a limiter let a call pass. */
export const isWithin = (call: void | Promise<void>): Promise<boolean> =>
  Promise.resolve(call).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Fault && error.code === "RATE_LIMIT") return false;
      throw error;
    },
  );
