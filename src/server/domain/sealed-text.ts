/** The port for everything that is sealed in the store, in whichever column. */
export type SealedTextStore = {
  /** How many rows have a text that is not sealed under the master key of an id. */
  countOthers(keyIds: ResealKeys): Promise<number>;
  /**
   * Seals what an earlier version left in the clear; a server does so before it starts. Returns whether
   * there was any.
   */
  sealPlain(): Promise<boolean>;
  /**
   * Seals the texts of some rows again, at most so many; returns how many it changed. A row that changed
   * in the meantime is left for the next call.
   */
  reseal(keyIds: ResealKeys, reseal: (sealed: string) => string, most: number): Promise<number>;
};

/** The ids of two master keys: what is under the old one is to be under the current one. */
export type ResealKeys = { current: string; old: string };
