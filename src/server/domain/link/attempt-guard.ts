import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors.ts";

/** What protects a session against brute force: how often somebody guessed, and what that calls for. */
export const AttemptGuard = z.strictObject({
  /** How many passwords and answers were wrong. */
  wrong: z.int(),
  /** How many captchas were solved; a challenge is good for one count only. */
  solved: z.int(),
  /** Whether a captcha has to be solved before anything else is tried. */
  due: z.boolean(),
  /** Whether one was solved that no login has been tried with yet. */
  proven: z.boolean(),
});
export type AttemptGuard = z.infer<typeof AttemptGuard>;

/** How a session starts. */
export const NEW_GUARD: AttemptGuard = { wrong: 0, solved: 0, due: false, proven: false };

/** After so many wrong tries, and each time again, a captcha is due. */
const WRONG_BEFORE_CAPTCHA = 3;

/** After so many the session is over. */
const MOST_WRONG = 10;

/** How the guard stands after a login was refused. */
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

/** How it stands after a captcha was solved. */
export const afterCaptcha = (guard: AttemptGuard): AttemptGuard => ({
  ...guard,
  solved: guard.solved + 1,
  due: false,
  proven: true,
});

/** How it stands after a login, or an answer to a challenge, was accepted. */
export const afterLogin = (guard: AttemptGuard): AttemptGuard => ({ ...guard, proven: false });

/** Whether so much was wrong that nothing more may be tried. */
export const isLockedOut = ({ wrong }: AttemptGuard): boolean => wrong >= MOST_WRONG;
