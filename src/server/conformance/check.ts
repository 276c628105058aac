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
  find(evidence: Evidence): Finding;
};

/** The result of a check; `found` says what is wrong, and is null where nothing is. */
export type CheckResult = Pick<Check, "id" | "area" | "what" | "fix"> & {
  outcome: "passed" | "failed" | "warned" | "skipped";
  found: string | null;
};

/** What a check finds: null for nothing wrong, undefined where it could not look. */
type Finding = string | null | undefined;

/** A check of one area, which looks at a part of the evidence once that is there. */
export type CheckOf<Parts extends unknown[]> = Omit<Check, "area" | "find"> & {
  find(...parts: Parts): Finding;
};

/** The longest that is said of what an institution has wrong: its own words may be in it. */
const MAX_RESULTS = 500;

/** The result of every check. A check that cannot cope with what it sees has found it wrong. */
export const resultsOf = (checks: readonly Check[], evidence: Evidence): CheckResult[] =>
  checks.map(({ id, area, what, fix, level = "must", find }) => {
    const finding = findingOf(() => find(evidence));
    const wrong = level === "must" ? ("failed" as const) : ("warned" as const);
    const outcome = finding === undefined ? "skipped" : finding === null ? "passed" : wrong;
    return { id, area, what, fix, outcome, found: finding?.slice(0, MAX_RESULTS) ?? null };
  });

const findingOf = (find: () => Finding): Finding => {
  try {
    return find();
  } catch {
    return "cannot be read";
  }
};
