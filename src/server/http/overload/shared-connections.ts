/** The connections of a process that shares its port with other processes. */
export type SharedConnections = {
  /**
   * Records a request on a connection. Returns whether to close the connection after the response,
   * so that its client reconnects, perhaps to another process.
   */
  isSurplus(connection: object): boolean;
  /** Marks this many connections as surplus. */
  giveUp(count: number): void;
  /** Returns the number of connections with requests since the last call. */
  takeInUse(): number;
};

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
