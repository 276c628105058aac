/** The port for all sealed values in the store, in any column. */
export type SealedTextStore = {
  /** Returns the number of rows with a text under another master key than the current one. */
  countOthers(keyIds: ResealKeys): Promise<number>;
  /**
   * Seals texts that an earlier version stored unencrypted; true if there were any. A server calls
   * this before it starts.
   */
  sealPlain(): Promise<boolean>;
  /**
   * Reseals the texts of at most `limit` rows; returns the number of changed rows. A concurrently
   * changed row is left for the next call.
   */
  reseal(keyIds: ResealKeys, reseal: (sealed: string) => string, limit: number): Promise<number>;
};

/** The ids of two master keys. Texts under the old key are resealed under the current key. */
export type ResealKeys = { current: string; old: string };
