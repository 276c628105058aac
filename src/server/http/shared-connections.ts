/** The connections of one of several processes at one port, which it shares with the others. */
export type SharedConnections = {
  /**
   * Notes that a request came on a connection; whether that one is to be closed after its answer, so that
   * who asks connects anew, and another process may take it.
   */
  isSurplus(connection: object): boolean;
  /** From now on so many are surplus. */
  giveUp(count: number): void;
  /** On how many connections requests have come since this was asked the last time. */
  takeInUse(): number;
};

/** Those of this process. */
export const createSharedConnections = (): SharedConnections => {
  let inUse = new Set<object>();
  let surplus = 0;
  return {
    isSurplus: (connection) => {
      inUse.add(connection);
      if (surplus === 0) return false;
      surplus -= 1;
      return true;
    },
    giveUp: (count) => {
      surplus = count;
    },
    takeInUse: () => {
      const { size } = inUse;
      inUse = new Set();
      return size;
    },
  };
};
