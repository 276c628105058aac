import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors.ts";
import { VERIFICATION_STATUSES, type VerificationStatus } from "../../../protocol/vocabulary.ts";

/** How far it is proven that an account's numbers are right, as it was recorded last. */
export const Verification = z.strictObject({
  status: z.enum(VERIFICATION_STATUSES),
  /** Since when, in ms since 1970. */
  since: z.number(),
  /** How often wrong amounts were entered. */
  wrong: z.int(),
});
export type Verification = z.infer<typeof Verification>;

/** What can happen to an account whose numbers micro-deposits are to prove. */
type VerificationEvent =
  | "DEPOSITS_CLEARED"
  | "AMOUNTS_RIGHT"
  | "AMOUNTS_WRONG_TOO_OFTEN"
  | "TIME_RAN_OUT";

type StatusRow = {
  /** Whether the numbers can be read: now, perhaps later, or never. */
  numbers: "ready" | "pending" | "never";
  /** What happens by time alone, and after how long. */
  byTime?: { afterMs: number; event: VerificationEvent };
  /** Where each event leads; an event that is left out changes nothing. */
  moves: { readonly [E in VerificationEvent]?: VerificationStatus };
};

const DAY_MS = 86_400_000;

/**
 * The statuses of an account's verification and what moves them. Deposits of the institution's own are
 * through after a day; the amounts of ours have to be told within seven, and may be wrong twice.
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

/** How often amounts may be told before the account has to be linked anew. */
const MOST_TRIES = 3;

/** How a verification starts. */
export const startVerification = (by: "automatic" | "manual", now: number): Verification => ({
  status: `pending_${by}_verification`,
  since: now,
  wrong: 0,
});

/** When time alone moves a verification on; null where it does not. */
export const verificationEnd = ({ status, since }: Verification): number | null => {
  const { byTime } = VERIFICATIONS[status];
  return byTime ? since + byTime.afterMs : null;
};

/** How a verification stands at a moment: as recorded, and what time did since. */
export const verificationAt = (recorded: Verification, now: number): Verification => {
  const { byTime } = VERIFICATIONS[recorded.status];
  if (!byTime || now < recorded.since + byTime.afterMs) return recorded;
  return afterVerificationEvent(recorded, byTime.event, recorded.since + byTime.afterMs);
};

/** How it stands after an event; as before where the event changes nothing. */
export const afterVerificationEvent = (
  before: Verification,
  event: VerificationEvent,
  now: number,
): Verification => {
  const status = VERIFICATIONS[before.status].moves[event];
  return status ? { ...before, status, since: now } : before;
};

/** How it stands once an event has led it to a status; null where none does. */
export const verificationTo = (
  before: Verification,
  status: VerificationStatus,
  now: number,
): Verification | null => {
  const isReached = Object.values(VERIFICATIONS[before.status].moves).includes(status);
  return isReached ? { ...before, status, since: now } : null;
};

/** Whether an account's numbers can be read; those that the institution itself gave always can. */
export const numbersOfVerification = (
  recorded: Verification | null,
  now: number,
): StatusRow["numbers"] =>
  recorded ? VERIFICATIONS[verificationAt(recorded, now).status].numbers : "ready";

/** How it stands after amounts were told, and with what code they are refused, if they are. */
export const afterAmounts = (
  recorded: Verification,
  right: boolean,
  now: number,
): { verification: Verification; refusal: ErrorCode | null } => {
  const before = verificationAt(recorded, now);
  const { numbers } = VERIFICATIONS[before.status];
  if (numbers === "ready") return { verification: before, refusal: null };
  if (numbers === "never")
    return { verification: before, refusal: "TOO_MANY_VERIFICATION_ATTEMPTS" };
  if (right)
    return { verification: afterVerificationEvent(before, "AMOUNTS_RIGHT", now), refusal: null };
  const wrong = { ...before, wrong: before.wrong + 1 };
  if (wrong.wrong < MOST_TRIES)
    return { verification: wrong, refusal: "INCORRECT_DEPOSIT_VERIFICATION" };
  return {
    verification: afterVerificationEvent(wrong, "AMOUNTS_WRONG_TOO_OFTEN", now),
    refusal: "TOO_MANY_VERIFICATION_ATTEMPTS",
  };
};
