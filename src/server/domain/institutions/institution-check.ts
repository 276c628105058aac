import { z } from "zod";
import type { NewJob } from "../jobs/job.ts";

/** The number of sign-ins of a check; older checks had three at most, without a cancel. */
export const SignInCount = z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(4)]);

/** One point of a check, with the problem and its cure; never with a secret. */
const CheckPoint = z.strictObject({
  id: z.string(),
  area: z.string(),
  what: z.string(),
  fix: z.string(),
  outcome: z.enum(["passed", "failed", "warned", "skipped"]),
  found: z.string().nullable(),
});

/** The progress of a check: its current step, and its points as far as they could be checked. */
export const CheckProgress = z.strictObject({
  step: z.string(),
  points: z.array(CheckPoint),
  /** When and why it ended before its last step; null if it did not. */
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
 * The conformance check of an institution: the current or the last one, and the results of the last one that
 * completed.
 */
export type InstitutionCheck = {
  institutionId: string;
  checkId: string;
  /** Whether the check waits for a worker, runs, or is over; a check that is over never runs again. */
  state: "waiting" | "running" | "over";
  startedAt: number;
  signIns: z.infer<typeof SignInCount>;
  progress: CheckProgress;
  /** The sign-in that the check waits for now; its address and its callback are sealed. */
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
   * Begins a check that replaces the previous one, whose results stay until a check has completed. Returns
   * false if a check runs that was started after `staleBefore`.
   */
  start(
    check: Omit<InstitutionCheck, "results" | "state" | "pendingSignIn">,
    staleBefore: number,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Changes a check that is not over; false if it is, or another one has begun. */
  change(institutionId: string, checkId: string, changes: CheckChange): Promise<boolean>;
  /** Claims a waiting check for a worker; false if one has it already. */
  claim(institutionId: string, checkId: string): Promise<boolean>;
  /** Accepts the callback for a state, once; false if no check waits for it. */
  takeCallback(stateDigest: string, seal: (institutionId: string) => string): Promise<boolean>;
};

/** The name of the job that runs a check. */
export const CHECK_JOB = "check-institution";

/** The maximum duration of a check, in ms. */
export const CHECK_LIMIT_MS = 20 * 60_000;

/** The purpose under which a sign-in's address and callback are sealed. */
export const signInPurpose = (institutionId: string): string =>
  `institution-check:${institutionId}`;
