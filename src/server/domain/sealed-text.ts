/** The port for everything that is sealed in the store, in any column. */
export type SealedTextStore = {
  /** Returns the number of rows with a text that is not sealed under the current master key. */
  countOthers(keyIds: ResealKeys): Promise<number>;
  /**
   * Seals texts that an earlier version stored in the clear; a server does so before it starts. Returns
   * whether there were any.
   */
  sealPlain(): Promise<boolean>;
  /**
   * Reseals the texts of at most `limit` rows; returns the number of rows that it changed. A row that changed
   * in the meantime is left for the next call.
   */
  reseal(keyIds: ResealKeys, reseal: (sealed: string) => string, limit: number): Promise<number>;
};

/** The ids of two master keys: texts under the old one are to be under the current one. */
export type ResealKeys = { current: string; old: string };
