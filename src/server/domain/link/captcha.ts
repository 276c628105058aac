/** What a captcha belongs to: one session, and how many it has solved so far. */
type CaptchaAbout = { linkSessionId: string; solved: number };

/** A proof of work that is asked for where somebody might be guessing; the terms are its own. */
export type Captcha = {
  challenge(about: CaptchaAbout, now: number): Promise<Record<string, unknown>>;
  /** Whether this is a solution of a challenge that was made for the same, and not too long ago. */
  isSolved(
    challenge: Record<string, unknown>,
    solution: Record<string, unknown>,
    about: CaptchaAbout,
    now: number,
  ): Promise<boolean>;
};
