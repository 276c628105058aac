import type { Observations } from "./observations.ts";

/** The areas of a check, in the order in which they are checked. */
export const AREAS = [
  "Metadata",
  "Keys",
  "Authorization",
  "Tokens",
  "Data",
  "Transactions",
] as const;
type Area = (typeof AREAS)[number];

/** One requirement on an institution. */
export type Check = {
  /** Stable, since scripts may look for it. */
  id: string;
  area: Area;
  /** The requirement in words. */
  what: string;
  /** How to fix a failure. */
  fix: string;
  /** `should` does not fail the run; `must` is the default. */
  level?: "must" | "should";
  /** Returns the fault in words; null without one, undefined if it cannot be judged. */
  find(observations: Observations): Finding;
};

/** The result of a check; `found` is the fault, or null without one. */
export type CheckResult = Pick<Check, "id" | "area" | "what" | "fix"> & {
  outcome: "passed" | "failed" | "warned" | "skipped";
  found: string | null;
};

/** The finding of a check: null without a fault, undefined if it cannot be judged. */
type Finding = string | null | undefined;

/** A check of one area that needs a part of the observations. */
export type CheckOf<Parts extends unknown[]> = Omit<Check, "area" | "find"> & {
  find(...parts: Parts): Finding;
};

/** The maximum length of a finding: it may quote the institution. */
const MAX_FINDING_LENGTH = 500;

/** Returns the result of every check. A check that throws counts as failed. */
export const resultsOf = (checks: readonly Check[], observations: Observations): CheckResult[] =>
  checks.map(({ id, area, what, fix, level = "must", find }) => {
    const finding = findingOf(() => find(observations));
    const wrong = level === "must" ? ("failed" as const) : ("warned" as const);
    const outcome = finding === undefined ? "skipped" : finding === null ? "passed" : wrong;
    return { id, area, what, fix, outcome, found: finding?.slice(0, MAX_FINDING_LENGTH) ?? null };
  });

const findingOf = (find: () => Finding): Finding => {
  try {
    return find();
  } catch {
    return "cannot be read";
  }
};
