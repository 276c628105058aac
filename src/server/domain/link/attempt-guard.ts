import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors.ts";

/** Protects a session against brute force: counts wrong attempts and asks for captchas. */
export const AttemptGuard = z.strictObject({
  /** How many passwords and answers were wrong. */
  wrong: z.int(),
  /** How many captchas were solved; a challenge is valid for one count only. */
  solved: z.int(),
  /** Whether a captcha has to be solved before the next attempt. */
  due: z.boolean(),
  /** Whether a captcha was solved that no attempt has used yet. */
  proven: z.boolean(),
});
export type AttemptGuard = z.infer<typeof AttemptGuard>;

/** The guard of a new session. */
export const NEW_GUARD: AttemptGuard = { wrong: 0, solved: 0, due: false, proven: false };

/** After every so many wrong attempts a captcha is due. */
const WRONG_BEFORE_CAPTCHA = 3;

/** After so many wrong attempts the session is over. */
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

/** Whether so many attempts were wrong that no more are allowed. */
export const isLockedOut = ({ wrong }: AttemptGuard): boolean => wrong >= MAX_WRONG;
