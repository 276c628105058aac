/** The port for the operator's password. */
export type OperatorStore = {
  /** The hash of the password; null before one was set. */
  passwordHash(): Promise<string | null>;
  /** Adds a code that sets a password once, until it expires. */
  addSetupCode(codeDigest: string, expiresAt: number): Promise<void>;
  /** Returns whether the code is valid at a moment. */
  hasSetupCode(codeDigest: string, now: number): Promise<boolean>;
  /**
   * Sets the password by a code, which ends all codes and the operator's sessions; false for an invalid code.
   */
  setPassword(passwordHash: string, codeDigest: string, now: number): Promise<boolean>;
};
