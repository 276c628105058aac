import { Fault } from "../fault.ts";
import {
  type AuditEntry,
  type AuditHead,
  type AuditStore,
  EMPTY_HEAD,
  entryDigest,
} from "./audit-entry.ts";

/** The result of a verification: the chain is intact, or its first broken entry. */
export type AuditVerification =
  | { holds: true; head: AuditHead }
  | { holds: false; sequence: number; problem: string };

const ENTRIES_AT_ONCE = 1000;

/**
 * Verifies the chain from its first entry to its head. `expectedHead` was recorded earlier, outside
 * the store. An attacker with write access could build another chain, but no chain with this head.
 */
export const verifyAuditLog = async (
  log: AuditStore,
  expectedHead: AuditHead = EMPTY_HEAD,
): Promise<AuditVerification> => {
  let last = EMPTY_HEAD;
  for (;;) {
    const entries = await log.after(last.sequence, ENTRIES_AT_ONCE);
    for (const entry of entries) {
      const problem = findProblem(entry, last, expectedHead);
      if (problem !== null) return { holds: false, sequence: last.sequence + 1, problem };
      last = entry;
    }
    if (entries.length > 0) continue;
    const head = await readHead(log);
    if (typeof head === "string")
      return { holds: false, sequence: last.sequence + 1, problem: `cannot be appended: ${head}` };
    // Without a later entry, this entry was removed from the chain.
    const isEnd =
      head.sequence <= last.sequence || (await log.after(last.sequence, 1)).length === 0;
    if (isEnd) return verifyEnd(last, head, expectedHead);
  }
};

/** An intact part of a chain, or its first broken entry; `isEnd` at the end of the log. */
export type AuditPart =
  | { holds: true; last: AuditHead; isEnd: boolean }
  | { holds: false; sequence: number; problem: string };

/** Verifies a limited number of entries after an already verified entry. */
export const verifyAuditPart = async (
  log: AuditStore,
  start: AuditHead,
  limit: number,
): Promise<AuditPart> => {
  const entries = await log.after(start.sequence, limit);
  let last = start;
  for (const entry of entries) {
    const problem = findProblem(entry, last, EMPTY_HEAD);
    if (problem !== null) return { holds: false, sequence: last.sequence + 1, problem };
    last = { sequence: entry.sequence, digest: entry.digest };
  }
  if (entries.length === limit) return { holds: true, last, isEnd: false };
  const head = await readHead(log);
  if (typeof head === "string")
    return { holds: false, sequence: last.sequence + 1, problem: `cannot be appended: ${head}` };
  // An entry may have been appended since; the next part verifies it.
  if (head.sequence > last.sequence && (await log.after(last.sequence, 1)).length > 0)
    return { holds: true, last, isEnd: false };
  const end = verifyEnd(last, head, EMPTY_HEAD);
  return end.holds ? { holds: true, last, isEnd: true } : end;
};

/** Returns the head of a log, or the problem with the head. */
async function readHead(log: AuditStore): Promise<AuditHead | string> {
  try {
    return await log.head();
  } catch (failure) {
    if (failure instanceof TamperedAuditLog) return failure.problem;
    throw failure;
  }
}

function findProblem(
  entry: AuditEntry,
  previous: AuditHead,
  expectedHead: AuditHead,
): string | null {
  if (entry.sequence !== previous.sequence + 1) return "is missing";
  if (entry.previousDigest !== previous.digest) return "does not follow from the one before it";
  if (entry.digest !== entryDigest(entry)) return "was changed";
  const isOther = entry.sequence === expectedHead.sequence && entry.digest !== expectedHead.digest;
  return isOther ? "is not the one that was expected" : null;
}

function verifyEnd(last: AuditHead, head: AuditHead, expectedHead: AuditHead): AuditVerification {
  const atEnd = (problem: string) =>
    ({ holds: false, sequence: last.sequence + 1, problem }) as const;
  if (head.sequence > last.sequence || expectedHead.sequence > last.sequence)
    return atEnd("is missing, and all behind it");
  if (head.sequence < last.sequence || head.digest !== last.digest)
    return atEnd("cannot be appended: the head of the log is not its last entry");
  return { holds: true, head };
}

/** The audit log refuses entries, since another program has changed the chain. */
export class TamperedAuditLog extends Fault {
  /** The first problem, such as "the head of the log is missing". */
  readonly problem: string;

  constructor(problem: string) {
    super("INTERNAL_SERVER_ERROR", {
      message: `the audit log was tampered with: ${problem}; nothing was changed`,
      display: "The audit log was tampered with, so that nothing was changed.",
    });
    this.name = "TamperedAuditLog";
    this.problem = problem;
  }
}
