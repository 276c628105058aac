/** The facts about a connection by which slots are assigned. */
export type PlacedConnection = {
  readonly address: string;
  readonly openedAt: number;
  /** Closes it. */
  readonly close: () => void;
  /** Whether it has a slot; without one it gets a 503. */
  hasPlace: boolean;
  /** Whether a complete request head has arrived on the connection. */
  hasAsked: boolean;
  /** The number of its requests in progress. */
  requests: number;
  isOpen: boolean;
};

/** The numbers of connections that a process holds. */
type PlaceBounds = {
  /** Connections whose requests are served. */
  places: number;
  /** Connections of one address whose requests are served. */
  perAddress: number;
  /** Connections in addition to the slots, for health checks and for 503. */
  spare: number;
};

/** A connection opened so recently is closed after the others, in ms: its first request may be on its way. */
export const GRACE_MS = 1000;

type Options = { bounds: PlaceBounds; clock: () => number };

/**
 * Decides which idle connection is closed to make room for another one. A connection without a slot waits in
 * a spare one, and takes the slot of an idle connection when it sends a request; once the spare ones are
 * taken, too, a new connection does so at once. Connections that have never sent a request are closed first,
 * the newest before the others; then those with earlier responses, newest first. A connection with a request
 * in progress is never closed, and an address beyond its bound makes room among its own connections.
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

  /** The scope in which room has to be made for an address. */
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
    /** Takes a new connection in; returns it, and the connections that were closed for it (itself, at worst). */
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
        // A spare connection that got a response has had all it can get.
        if (spare.size > bounds.spare)
          closed.push(...evict(spare.idleAsker() ?? spare.newestIdle(now)));
      }
      return { connection, closed };
    },
    /**
     * Notes that a request begins on a connection. The connection takes a free slot, or the slot of an idle
     * connection, which is closed. Returns the closed connections.
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
    /** Notes that a request has its answer. */
    answer: (connection: PlacedConnection): void => {
      connection.requests -= 1;
    },
    /** Forgets a connection that has closed. */
    remove,
    counts: () => ({ placed: all.size, spare: spare.size }),
  };
};

type Scope = ReturnType<typeof createScope>;

/**
 * The connections of one bound, oldest first. Connections that have closed or changed stay in the lists until
 * these are twice as long as they need to be, so that the cost of each is constant.
 */
function createScope(holds: (connection: PlacedConnection) => boolean) {
  const isSilent = (connection: PlacedConnection) =>
    connection.isOpen && holds(connection) && !connection.hasAsked;
  const isAsker = (connection: PlacedConnection) =>
    connection.isOpen && holds(connection) && connection.hasAsked;
  let recent: PlacedConnection[] = [];
  /** The length of the front of `recent` whose connections have moved to `settled`, or are in no list any more. */
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
    /** A connection whose first request has been handled or given up. */
    settledIdle: (now: number): PlacedConnection | undefined => {
      settle(now);
      return settled.at(-1) ?? scope.idleAsker();
    },
    newestIdle: (now: number): PlacedConnection | undefined => {
      settle(now);
      return settled.at(-1) ?? recent[taken] ?? scope.idleAsker();
    },
  };

  /** Moves those past their grace over, so that the last one in `settled` is the newest of them. */
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
