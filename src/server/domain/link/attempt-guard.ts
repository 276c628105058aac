import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";

/** Protects a session against brute force: counts wrong attempts and asks for captchas. */
export const AttemptGuard = z.strictObject({
  /** The number of wrong passwords and answers. */
  wrong: z.int(),
  /** The number of solved captchas; a challenge is valid for one count only. */
  solved: z.int(),
  /** Whether a captcha has to be solved before the next attempt. */
  due: z.boolean(),
  /** Whether a captcha was solved that no attempt has used yet. */
  proven: z.boolean(),
});
export type AttemptGuard = z.infer<typeof AttemptGuard>;

/** The guard of a new session. */
export const NEW_GUARD: AttemptGuard = { wrong: 0, solved: 0, due: false, proven: false };

/** A captcha is due after this many wrong attempts, and again after as many more. */
const WRONG_BEFORE_CAPTCHA = 3;

/** The session is over after this many wrong attempts. */
const MAX_WRONG = 10;

/** The guard after a refused login. */
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

/** The guard after a solved captcha. */
export const afterCaptcha = (guard: AttemptGuard): AttemptGuard => ({
  ...guard,
  solved: guard.solved + 1,
  due: false,
  proven: true,
});

/** The guard after an accepted login, or an accepted answer to a challenge. */
export const afterLogin = (guard: AttemptGuard): AttemptGuard => ({ ...guard, proven: false });

/** Returns whether too many attempts were wrong to allow another one. */
export const isLockedOut = ({ wrong }: AttemptGuard): boolean => wrong >= MAX_WRONG;

/** The binding of a captcha: one session, and the number that it has solved so far. */
type CaptchaBinding = { linkSessionId: string; solved: number };

/** A proof of work against brute force; challenge and solution are opaque. */
export type Captcha = {
  challenge(binding: CaptchaBinding, now: number): Promise<Record<string, unknown>>;
  /** Whether this solves a challenge with the same binding that has not expired. */
  isSolved(
    challenge: Record<string, unknown>,
    solution: Record<string, unknown>,
    binding: CaptchaBinding,
    now: number,
  ): Promise<boolean>;
};
