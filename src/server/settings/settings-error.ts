/** A start or a command that cannot be: the message says why, and what would be right. */
export class SettingsError extends Error {
  /** What is wrong, without what to do about it. */
  readonly reason: string;
  readonly advice: string | undefined;

  constructor(reason: string, { advice, ...options }: ErrorOptions & { advice?: string } = {}) {
    super(advice === undefined ? reason : `${reason}; ${advice}`, options);
    this.reason = reason;
    this.advice = advice;
  }
}
