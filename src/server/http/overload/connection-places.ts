/** A connection's facts, which determine its slot. */
export type PlacedConnection = {
  readonly address: string;
  readonly openedAt: number;
  /** Closes the connection. */
  readonly close: () => void;
  /** Whether the connection has a slot. Without a slot it gets a 503. */
  hasPlace: boolean;
  /** Whether a complete request head has arrived on the connection. */
  hasAsked: boolean;
  /** The number of the connection's requests in progress. */
  requests: number;
  isOpen: boolean;
};

/** The limits on a process's connections. */
type PlaceBounds = {
  /** The number of connections whose requests are served. */
  places: number;
  /** The number of such connections per address. */
  perAddress: number;
  /** The number of further connections, for health checks and 503 responses. */
  spare: number;
};

/**
 * The age in ms below which a connection is closed last, since its first request may be on its way.
 */
export const GRACE_MS = 1000;

type Options = { bounds: PlaceBounds; clock: () => number };

/**
 * Decides which idle connection is closed to make room. A connection without a slot uses a spare
 * one, and takes an idle connection's slot when it sends a request. Without spare connections, a
 * new connection does so at once. Connections without any request are closed first, the newest
 * first; then idle ones with earlier responses, newest first. A connection with a request in
 * progress is never closed. An address above its limit makes room among its own connections.
 */
export const createConnectionPlaces = ({ bounds, clock }: Options) => {
  const all = createScope((connection) => connection.hasPlace);
  const spare = createScope((connection) => !connection.hasPlace);
  const addresses = new Map<string, Scope>();

  const openScope = (address: string): Scope => {
    const existing = addresses.get(address);
    if (existing) return existing;
    const scope = createScope((connection) => connection.hasPlace);
    addresses.set(address, scope);
    return scope;
  };

  const hasRoom = (scope: Scope) => scope.size < bounds.perAddress && all.size < bounds.places;

  /** The scope in which an address has to make room. */
  const crowded = (scope: Scope) => (scope.size >= bounds.perAddress ? scope : all);

  const remove = (connection: PlacedConnection): void => {
    if (!connection.isOpen) return;
    connection.isOpen = false;
    if (!connection.hasPlace) {
      spare.size -= 1;
      return;
    }
    all.size -= 1;
    const scope = openScope(connection.address);
    scope.size -= 1;
    if (scope.size === 0) addresses.delete(connection.address);
  };

  const place = (connection: PlacedConnection, scope: Scope): void => {
    connection.hasPlace = true;
    addresses.set(connection.address, scope);
    for (const each of [all, scope]) {
      each.size += 1;
      each.add(connection);
    }
  };

  const evict = (connection: PlacedConnection | undefined): PlacedConnection[] => {
    if (!connection) return [];
    remove(connection);
    connection.close();
    return [connection];
  };

  return {
    /**
     * Takes in a new connection. Returns it with the connections closed for it, at worst itself.
     */
    open: (address: string, close: () => void) => {
      const now = clock();
      const connection: PlacedConnection = {
        ...{ address, openedAt: now, close },
        ...{ hasPlace: false, hasAsked: false, requests: 0, isOpen: true },
      };
      const scope = openScope(address);
      const closed: PlacedConnection[] = [];
      if (!hasRoom(scope) && spare.size >= bounds.spare)
        closed.push(...evict(crowded(scope).newestIdle(now)));
      if (hasRoom(scope)) place(connection, scope);
      else {
        if (scope.size === 0) addresses.delete(address);
        spare.size += 1;
        spare.add(connection);
        // A spare connection with a response can expect no further one.
        if (spare.size > bounds.spare)
          closed.push(...evict(spare.idleAsker() ?? spare.newestIdle(now)));
      }
      return { connection, closed };
    },
    /**
     * Notes a request on a connection. The connection takes a free slot, or an idle connection's
     * slot. Returns the closed connections.
     */
    ask: (connection: PlacedConnection): PlacedConnection[] => {
      connection.requests += 1;
      const isFirst = !connection.hasAsked;
      connection.hasAsked = true;
      const scope = openScope(connection.address);
      const needsPlace = !connection.hasPlace && connection.isOpen;
      const closed =
        needsPlace && !hasRoom(scope) ? evict(crowded(scope).settledIdle(clock())) : [];
      if (needsPlace && hasRoom(scope)) {
        spare.size -= 1;
        place(connection, scope);
      } else if (isFirst) {
        for (const each of connection.hasPlace ? [all, scope] : [spare]) each.add(connection);
      }
      if (scope.size === 0) addresses.delete(connection.address);
      return closed;
    },
    /** Notes the response to a request. */
    answer: (connection: PlacedConnection): void => {
      connection.requests -= 1;
    },
    /** Removes a closed connection. */
    remove,
    counts: () => ({ placed: all.size, spare: spare.size }),
  };
};

type Scope = ReturnType<typeof createScope>;

/**
 * The connections within one limit, oldest first. Closed or changed connections stay in the lists
 * until these are twice as long as necessary, which keeps the cost of each constant.
 */
function createScope(holds: (connection: PlacedConnection) => boolean) {
  const isSilent = (connection: PlacedConnection) =>
    connection.isOpen && holds(connection) && !connection.hasAsked;
  const isAsker = (connection: PlacedConnection) =>
    connection.isOpen && holds(connection) && connection.hasAsked;
  let recent: PlacedConnection[] = [];
  /**
   * The number of connections at the front of `recent` that have moved to `settled` or left all
   * lists.
   */
  let taken = 0;
  let settled: PlacedConnection[] = [];
  let askers: PlacedConnection[] = [];

  const scope = {
    size: 0,
    add: (connection: PlacedConnection): void => {
      if (recent.length + settled.length + askers.length > 2 * scope.size + 64) {
        recent = recent.slice(taken).filter(isSilent);
        taken = 0;
        settled = settled.filter(isSilent);
        askers = askers.filter(isAsker);
      }
      (connection.hasAsked ? askers : recent).push(connection);
    },
    idleAsker: () =>
      askers.findLast((connection) => isAsker(connection) && connection.requests === 0),
    /** A connection whose first request was handled or given up. */
    settledIdle: (now: number): PlacedConnection | undefined => {
      settle(now);
      return settled.at(-1) ?? scope.idleAsker();
    },
    newestIdle: (now: number): PlacedConnection | undefined => {
      settle(now);
      return settled.at(-1) ?? recent[taken] ?? scope.idleAsker();
    },
  };

  /** Moves connections after their grace, so that the newest is last in `settled`. */
  const settle = (now: number): void => {
    for (; taken < recent.length; taken++) {
      const one = recent[taken];
      if (one === undefined || !isSilent(one)) continue;
      if (now - one.openedAt < GRACE_MS) break;
      settled.push(one);
    }
    for (let last = settled.at(-1); last && !isSilent(last); last = settled.at(-1)) settled.pop();
  };
  return scope;
}
