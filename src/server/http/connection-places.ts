/** A connection as the places know it. */
export type PlacedConnection = {
  readonly address: string;
  readonly openedAt: number;
  /** Closes it. */
  readonly close: () => void;
  /** Whether it has one of the places; without one it gets a 503. */
  hasPlace: boolean;
  /** Whether a whole request head has ever come on it. */
  hasAsked: boolean;
  /** Its requests that are under way. */
  requests: number;
  isOpen: boolean;
};

/** The numbers of connections that a process holds. */
type PlaceBounds = {
  /** Connections that are answered. */
  places: number;
  /** Those of one address among them. */
  perAddress: number;
  /** Connections beyond the places, for health checks and for 503. */
  spare: number;
};

/** A connection opened so recently is closed after the others, in ms: its first request may be on its way. */
export const GRACE_MS = 1000;

type Options = { bounds: PlaceBounds; clock: () => number };

/**
 * Decides which idle connection is closed to make room for another one. A connection beyond the places waits in a
 * spare one, and takes the place of an idle one when it asks something; once the spare ones are taken, too, a new
 * connection does so at once. Connections that have never asked anything go first, the newest of them at the front;
 * then those that asked and were answered, newest first. A connection with a request under way is never closed, and
 * an address beyond its bound makes room among its own.
 */
export const createConnectionPlaces = ({ bounds, clock }: Options) => {
  const all = createScope((one) => one.hasPlace);
  const spare = createScope((one) => !one.hasPlace);
  const addresses = new Map<string, Scope>();

  const scopeOf = (address: string): Scope => {
    const existing = addresses.get(address);
    if (existing) return existing;
    const scope = createScope((one) => one.hasPlace);
    addresses.set(address, scope);
    return scope;
  };

  const hasRoom = (scope: Scope) => scope.size < bounds.perAddress && all.size < bounds.places;

  /** The scope in which room has to be made for an address. */
  const crowded = (scope: Scope) => (scope.size >= bounds.perAddress ? scope : all);

  const remove = (one: PlacedConnection): void => {
    if (!one.isOpen) return;
    one.isOpen = false;
    if (!one.hasPlace) {
      spare.size -= 1;
      return;
    }
    all.size -= 1;
    const scope = scopeOf(one.address);
    scope.size -= 1;
    if (scope.size === 0) addresses.delete(one.address);
  };

  const place = (one: PlacedConnection, scope: Scope): void => {
    one.hasPlace = true;
    addresses.set(one.address, scope);
    for (const each of [all, scope]) {
      each.size += 1;
      each.add(one);
    }
  };

  const evict = (one: PlacedConnection | undefined): PlacedConnection[] => {
    if (!one) return [];
    remove(one);
    one.close();
    return [one];
  };

  return {
    /** Takes a new connection in; returns it, and the connections that were closed for it (itself, at worst). */
    open: (address: string, close: () => void) => {
      const now = clock();
      const connection: PlacedConnection = {
        ...{ address, openedAt: now, close },
        ...{ hasPlace: false, hasAsked: false, requests: 0, isOpen: true },
      };
      const scope = scopeOf(address);
      const closed: PlacedConnection[] = [];
      if (!hasRoom(scope) && spare.size >= bounds.spare)
        closed.push(...evict(crowded(scope).newestIdle(now)));
      if (hasRoom(scope)) place(connection, scope);
      else {
        if (scope.size === 0) addresses.delete(address);
        spare.size += 1;
        spare.add(connection);
        // A spare connection that was answered has had all it can get.
        if (spare.size > bounds.spare)
          closed.push(...evict(spare.idleAsker() ?? spare.newestIdle(now)));
      }
      return { connection, closed };
    },
    /**
     * Notes that a request begins on a connection, which takes a place if there is one or an idle one to close; returns
     * what was closed.
     */
    ask: (one: PlacedConnection): PlacedConnection[] => {
      one.requests += 1;
      const isFirst = !one.hasAsked;
      one.hasAsked = true;
      const scope = scopeOf(one.address);
      const needsPlace = !one.hasPlace && one.isOpen;
      const closed =
        needsPlace && !hasRoom(scope) ? evict(crowded(scope).settledIdle(clock())) : [];
      if (needsPlace && hasRoom(scope)) {
        spare.size -= 1;
        place(one, scope);
      } else if (isFirst) {
        for (const each of one.hasPlace ? [all, scope] : [spare]) each.add(one);
      }
      if (scope.size === 0) addresses.delete(one.address);
      return closed;
    },
    /** Notes that a request has its answer. */
    answer: (one: PlacedConnection): void => {
      one.requests -= 1;
    },
    /** Forgets a connection that has closed. */
    remove,
    counts: () => ({ placed: all.size, spare: spare.size }),
  };
};

type Scope = ReturnType<typeof createScope>;

/**
 * The connections of one bound, in the order in which they came. Those that have closed or changed stay in the lists
 * until these are twice as long as they need to be, so that each costs the same however many there are.
 */
function createScope(holds: (one: PlacedConnection) => boolean) {
  const isSilent = (one: PlacedConnection) => one.isOpen && holds(one) && !one.hasAsked;
  const isAsker = (one: PlacedConnection) => one.isOpen && holds(one) && one.hasAsked;
  let recent: PlacedConnection[] = [];
  /** The number at the front of `recent` that are in `settled`, or in no list any more. */
  let taken = 0;
  let settled: PlacedConnection[] = [];
  let askers: PlacedConnection[] = [];

  const scope = {
    size: 0,
    add: (one: PlacedConnection): void => {
      if (recent.length + settled.length + askers.length > 2 * scope.size + 64) {
        recent = recent.slice(taken).filter(isSilent);
        taken = 0;
        settled = settled.filter(isSilent);
        askers = askers.filter(isAsker);
      }
      (one.hasAsked ? askers : recent).push(one);
    },
    idleAsker: () => askers.findLast((one) => isAsker(one) && one.requests === 0),
    /** One whose first request is not on its way any more, or that was answered. */
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
