/** The connections of one of several processes at one port, which it shares with the others. */
export type SharedConnections = {
  /**
   * Records a request on a connection; returns whether the connection is to be closed after the response, so
   * that its client connects again, perhaps to another process.
   */
  isSurplus(connection: object): boolean;
  /** Makes this many connections surplus. */
  giveUp(count: number): void;
  /** Returns the number of connections with requests since the last call. */
  takeInUse(): number;
};

/** Creates the shared connections of this process. */
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
