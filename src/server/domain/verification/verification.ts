import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { VERIFICATION_STATUSES, type VerificationStatus } from "../../../protocol/vocabulary.ts";
import { DAY_MS } from "../calendar.ts";

/** The stored verification of an account's numbers. */
export const Verification = z.strictObject({
  status: z.enum(VERIFICATION_STATUSES),
  /** The time of the last change, in ms since 1970. */
  since: z.number(),
  /** The number of wrong entries of the amounts. */
  wrong: z.int(),
});
export type Verification = z.infer<typeof Verification>;

/** A verification to record for an account. */
export type AccountVerification = {
  itemId: string;
  accountId: string;
  verification: Verification;
  /** Compare-and-set: the currently stored value. Without it, the write is unconditional. */
  expected?: Verification | null;
};

/** The events of a verification by micro-deposits. */
type VerificationEvent =
  | "DEPOSITS_CLEARED"
  | "AMOUNTS_RIGHT"
  | "AMOUNTS_WRONG_TOO_OFTEN"
  | "TIME_RAN_OUT";

type StatusRow = {
  /** Whether the numbers are readable: now, perhaps later, or never. */
  numbers: "ready" | "pending" | "never";
  /** The event that the deadline triggers, and the time until then. */
  byTime?: { afterMs: number; event: VerificationEvent };
  /** The next status per event; a missing event changes nothing. */
  moves: { readonly [E in VerificationEvent]?: VerificationStatus };
};

/**
 * The statuses of a verification and their transitions. Automatic deposits clear after a day.
 * Manual amounts have to be entered within seven days, and may be wrong twice.
 */
export const VERIFICATIONS: { readonly [S in VerificationStatus]: StatusRow } = {
  pending_automatic_verification: {
    numbers: "pending",
    byTime: { afterMs: DAY_MS, event: "DEPOSITS_CLEARED" },
    moves: { DEPOSITS_CLEARED: "automatically_verified", TIME_RAN_OUT: "verification_expired" },
  },
  pending_manual_verification: {
    numbers: "pending",
    byTime: { afterMs: 7 * DAY_MS, event: "TIME_RAN_OUT" },
    moves: {
      AMOUNTS_RIGHT: "manually_verified",
      AMOUNTS_WRONG_TOO_OFTEN: "verification_failed",
      TIME_RAN_OUT: "verification_expired",
    },
  },
  automatically_verified: { numbers: "ready", moves: {} },
  manually_verified: { numbers: "ready", moves: {} },
  verification_expired: { numbers: "never", moves: {} },
  verification_failed: { numbers: "never", moves: {} },
};

/** The number of tries before the account must be linked again. */
const MAX_TRIES = 3;

/** A new verification. */
export const startVerification = (by: "automatic" | "manual", now: number): Verification => ({
  status: `pending_${by}_verification`,
  since: now,
  wrong: 0,
});

/** The deadline of a verification, or null. */
export const verificationEnd = ({ status, since }: Verification): number | null => {
  const { byTime } = VERIFICATIONS[status];
  return byTime ? since + byTime.afterMs : null;
};

/** A verification at a moment, including the effect of its deadline. */
export const verificationAt = (verification: Verification, now: number): Verification => {
  const { byTime } = VERIFICATIONS[verification.status];
  if (!byTime || now < verification.since + byTime.afterMs) return verification;
  return afterVerificationEvent(verification, byTime.event, verification.since + byTime.afterMs);
};

/** Returns the verification after an event; unchanged if the event has no effect. */
export const afterVerificationEvent = (
  verification: Verification,
  event: VerificationEvent,
  now: number,
): Verification => {
  const status = VERIFICATIONS[verification.status].moves[event];
  return status ? { ...verification, status, since: now } : verification;
};

/** The verification in another status, if an event leads there, or null. */
export const verificationTo = (
  verification: Verification,
  status: VerificationStatus,
  now: number,
): Verification | null => {
  const isReached = Object.values(VERIFICATIONS[verification.status].moves).includes(status);
  return isReached ? { ...verification, status, since: now } : null;
};

/** Whether an account's numbers are readable; always if the institution vouches for them. */
export const numbersOfVerification = (
  verification: Verification | null,
  now: number,
): StatusRow["numbers"] =>
  verification ? VERIFICATIONS[verificationAt(verification, now).status].numbers : "ready";

/** Returns the verification after entered amounts, with the error code for wrong amounts. */
export const afterAmounts = (
  verification: Verification,
  right: boolean,
  now: number,
): { verification: Verification; refusal: ErrorCode | null } => {
  const previous = verificationAt(verification, now);
  const { numbers } = VERIFICATIONS[previous.status];
  if (numbers === "ready") return { verification: previous, refusal: null };
  if (numbers === "never")
    return { verification: previous, refusal: "TOO_MANY_VERIFICATION_ATTEMPTS" };
  if (right)
    return { verification: afterVerificationEvent(previous, "AMOUNTS_RIGHT", now), refusal: null };
  const wrong = { ...previous, wrong: previous.wrong + 1 };
  if (wrong.wrong < MAX_TRIES)
    return { verification: wrong, refusal: "INCORRECT_DEPOSIT_VERIFICATION" };
  return {
    verification: afterVerificationEvent(wrong, "AMOUNTS_WRONG_TOO_OFTEN", now),
    refusal: "TOO_MANY_VERIFICATION_ATTEMPTS",
  };
};

/** The names of the fields for the two received amounts. */
export const AMOUNT_FIELDS = { first: "first_amount", second: "second_amount" } as const;

/** The validated amounts in cents. */
export const listCents = (values: Record<string, string>): number[] =>
  Object.values(AMOUNT_FIELDS).map((name) =>
    Math.round(Number((values[name] ?? "").replace(",", ".")) * 100),
  );
