import { z } from "zod";
import type { NewJob } from "../jobs/job.ts";

/**
 * The number of sign-ins of a check. Older checks had at most three, without a cancelled sign-in.
 */
export const SignInCount = z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(4)]);

/** One point of a check, with its problem and cure, and without secrets. */
const CheckPoint = z.strictObject({
  id: z.string(),
  area: z.string(),
  what: z.string(),
  fix: z.string(),
  outcome: z.enum(["passed", "failed", "warned", "skipped"]),
  found: z.string().nullable(),
});

/** The progress of a check: its current step, and the points checked so far. */
export const CheckProgress = z.strictObject({
  step: z.string(),
  points: z.array(CheckPoint),
  /** The time and reason of an interruption; null without one. */
  interruption: z.strictObject({ at: z.number(), problem: z.string() }).nullable().default(null),
});
export type CheckProgress = z.infer<typeof CheckProgress>;

/** The results of a completed check. */
export const CheckResults = z.object({
  startedAt: z.number(),
  endedAt: z.number(),
  issuer: z.string(),
  signIns: SignInCount,
  points: z.array(CheckPoint),
});
export type CheckResults = z.infer<typeof CheckResults>;

/**
 * The conformance check of an institution: the latest check, and the results of the last completed
 * check.
 */
export type InstitutionCheck = {
  institutionId: string;
  checkId: string;
  /**
   * Whether the check waits for a worker, runs, or is over. A check that is over never runs again.
   */
  state: "waiting" | "running" | "over";
  startedAt: number;
  signIns: z.infer<typeof SignInCount>;
  progress: CheckProgress;
  /** The sign-in that the check waits for, with its sealed address and callback. */
  pendingSignIn: { stateDigest: string; sealedAddress: string; sealedReturn: string | null } | null;
  results: CheckResults | null;
};

/** The fields of a check that its worker changes. */
type CheckChange = Partial<
  Pick<InstitutionCheck, "state" | "progress" | "pendingSignIn" | "results">
>;

/** The port for checks of institutions; each institution has at most one. */
export type InstitutionCheckStore = {
  get(institutionId: string): Promise<InstitutionCheck | null>;
  /**
   * Begins a check in place of the previous one, whose results stay until the new check completes.
   * False if a check that started after `staleBefore` is running.
   */
  start(
    check: Omit<InstitutionCheck, "results" | "state" | "pendingSignIn">,
    staleBefore: number,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Changes a running check; false if the check is over, or a newer one has begun. */
  change(institutionId: string, checkId: string, changes: CheckChange): Promise<boolean>;
  /** Claims a waiting check for a worker; false if another worker has claimed it. */
  claim(institutionId: string, checkId: string): Promise<boolean>;
  /** Accepts the callback of a state once; false if no check waits for the state. */
  takeCallback(stateDigest: string, seal: (institutionId: string) => string): Promise<boolean>;
};

/** The name of the job that runs a check. */
export const CHECK_JOB = "check-institution";

/** The maximum duration of a check, in ms. */
export const CHECK_LIMIT_MS = 20 * 60_000;

/** The purpose for which a sign-in's address and callback are sealed. */
export const signInPurpose = (institutionId: string): string =>
  `institution-check:${institutionId}`;
