/** What becomes of a client's secret beside the store, where the server has it in the clear. */
export type OwnKeys = {
  /**
   * Prepares another secret for `keys.json`, and answers how to put it in place; null where the file is of
   * another client, or is not there. Throws where it cannot be written.
   */
  prepareFile(clientId: string, secret: string): (() => void) | null;
  /** Whether SERVICE_LINK_SECRET has the client's secret: with another one the server does not start. */
  isInVariable(clientId: string): boolean;
};
