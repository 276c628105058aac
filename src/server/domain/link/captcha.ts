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
