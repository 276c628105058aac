import type { Evidence } from "./evidence.ts";

/** The parts of an institution, in the order in which they are checked. */
export const AREAS = [
  "Metadata",
  "Keys",
  "Authorization",
  "Tokens",
  "Data",
  "Transactions",
] as const;
type Area = (typeof AREAS)[number];

/** One thing that an institution has to get right. */
export type Check = {
  /** Stable: scripts may look for it. */
  id: string;
  area: Area;
  /** What holds where it is right. */
  what: string;
  /** What to do where it does not. */
  fix: string;
  /** `should` does not fail the run; `must` is the default. */
  level?: "must" | "should";
  /** What is wrong, in words; null where nothing is, undefined where it could not be looked at. */
  find(evidence: Evidence): string | null | undefined;
};

/** What came of a check. */
export type CheckResult = Pick<Check, "id" | "area" | "what" | "fix"> & {
  outcome: "passed" | "failed" | "warned" | "skipped";
  found: string | null;
};

/** What came of every check. A check that cannot cope with what it sees has found it wrong. */
export const resultsOf = (checks: readonly Check[], evidence: Evidence): CheckResult[] =>
  checks.map(({ id, area, what, fix, level = "must", find }) => {
    const verdict = find(evidence);
    const wrong = level === "must" ? ("failed" as const) : ("warned" as const);
    const outcome = verdict === undefined ? "skipped" : verdict === null ? "passed" : wrong;
    return { id, area, what, fix, outcome, found: verdict ?? null };
  });
