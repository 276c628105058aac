import type { AuditEntry, AuditHead } from "../../server/domain/audit/audit-entry.ts";
import { verifyAuditLog } from "../../server/domain/audit/verify-audit-log.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { anyStore, withExistingStore } from "../open-existing-store.ts";

const MAX_ENTRIES = 10_000;

/** Shows the last entries of the audit log, a line each. */
export const listAuditLog = (
  { data, count, json }: { data: string; count: string; json: boolean },
  { variables, out }: Context,
): Promise<void> => {
  const max = parseCount(count);
  return withExistingStore(anyStore(data, variables), async ({ audit }) => {
    const entries = await audit.last(max);
    if (json) return out(entries.map((entry) => `${JSON.stringify(toJson(entry))}\n`).join(""));
    out(entries.length === 0 ? "nothing was changed yet\n" : entries.map(toLine).join(""));
  });
};

/** Checks the chain of the audit log, and shows its head; throws if the chain is broken. */
export const checkAuditLog = (
  { data, expect }: { data: string; expect: string | undefined },
  { variables, out }: Context,
): Promise<void> => {
  const expectedHead = parseHead(expect);
  return withExistingStore(anyStore(data, variables), async ({ audit }) => {
    const verification = await verifyAuditLog(audit, expectedHead);
    if (!verification.holds)
      throw new SettingsError(
        `the audit log was tampered with: entry ${verification.sequence} ${verification.problem}`,
        { advice: "compare it with a backup: another program wrote to the store" },
      );
    const { sequence, digest } = verification.head;
    out(
      sequence === 0
        ? "the log is empty\n"
        : `${entryCount(sequence)}, head ${sequence}:${digest}\n`,
    );
  });
};

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_ENTRIES) return count;
  throw new SettingsError(`--count must be a number from 1 to ${MAX_ENTRIES}, not ${text}`);
}

function parseHead(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined;
  const [, sequence, digest] = /^([1-9]\d{0,14}):([\w-]{43})$/.exec(text) ?? [];
  if (sequence === undefined || digest === undefined)
    throw new SettingsError(
      "--expect must be a head as verify shows it, like 42: and 43 characters",
    );
  return { sequence: Number(sequence), digest };
}

const entryCount = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);

const toLine = ({ sequence, at, actor, action, subject, details }: AuditEntry): string =>
  `${sequence}  ${new Date(at).toISOString()}  ${actor.kind} ${actor.name}  ${action}  ` +
  `${subject}${details === "{}" ? "" : `  ${details}`}\n`;

const toJson = ({ details, previousDigest, clientId, ...entry }: AuditEntry) => ({
  ...entry,
  client_id: clientId,
  details: JSON.parse(details),
  previous_digest: previousDigest,
});
