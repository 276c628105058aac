import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";

/** A session's protection against brute force: counts wrong attempts and requires captchas. */
export const AttemptGuard = z.strictObject({
  /** The number of wrong passwords and answers. */
  wrong: z.int(),
  /** The number of solved captchas. A captcha challenge is valid for one count only. */
  solved: z.int(),
  /** Whether the next attempt needs a captcha. */
  due: z.boolean(),
  /** Whether a captcha was solved that no attempt has used yet. */
  proven: z.boolean(),
});
export type AttemptGuard = z.infer<typeof AttemptGuard>;

/** The guard of a new session. */
export const NEW_GUARD: AttemptGuard = { wrong: 0, solved: 0, due: false, proven: false };

/** The number of wrong attempts between captchas. */
const WRONG_BEFORE_CAPTCHA = 3;

/** The number of wrong attempts that ends the session. */
const MAX_WRONG = 10;

/** Returns the guard after a refused login. */
export const afterFailedAttempt = (guard: AttemptGuard, code: ErrorCode): AttemptGuard => {
  switch (code) {
    case "INVALID_CREDENTIALS":
    case "INVALID_MFA": {
      const wrong = guard.wrong + 1;
      const due = guard.due || wrong % WRONG_BEFORE_CAPTCHA === 0;
      return { ...guard, wrong, due, proven: false };
    }
    case "RECAPTCHA_REQUIRED":
    case "RECAPTCHA_BAD":
      return { ...guard, due: true, proven: false };
    default:
      return guard;
  }
};

/** Returns the guard after a solved captcha. */
export const afterCaptcha = (guard: AttemptGuard): AttemptGuard => ({
  ...guard,
  solved: guard.solved + 1,
  due: false,
  proven: true,
});

/** Returns the guard after an accepted login or answer. */
export const afterLogin = (guard: AttemptGuard): AttemptGuard => ({ ...guard, proven: false });

/** Whether too many attempts were wrong to allow another. */
export const isLockedOut = ({ wrong }: AttemptGuard): boolean => wrong >= MAX_WRONG;

/** The binding of a captcha: a session, and the number of its solved captchas. */
type CaptchaBinding = { linkSessionId: string; solved: number };

/** A proof of work against brute force. Challenge and solution are opaque. */
export type Captcha = {
  challenge(binding: CaptchaBinding, now: number): Promise<Record<string, unknown>>;
  /** Whether a solution fits an unexpired challenge with the same binding. */
  isSolved(
    challenge: Record<string, unknown>,
    solution: Record<string, unknown>,
    binding: CaptchaBinding,
    now: number,
  ): Promise<boolean>;
};
