/** A request that asks to be served. */
export type Arrival = {
  serve(): void;
  refuse(): void;
  /** Whether its sender has left. */
  isGone(): boolean;
};

/** Time and the event loop, as admission needs them. */
export type AdmissionLoop = {
  /** In ms; it never jumps. */
  clock(): number;
  /** How long the event loop has been late, in ms: so long a request may have waited before it was read. */
  lag(): number;
  /** Calls back after the event loop has looked for new requests. */
  soon(call: () => void): void;
  later(call: () => void, ms: number): void;
};

/** A request that has waited longer is refused, in ms: one of a few, one of a burst, and one of a load that lasts. */
export const MAX_WAIT_MS = { few: 3000, burst: 600, lasting: 400 };

/** A load lasts once requests have waited for so long without a pause, in ms. */
const BURST_MS = 700;

/** However late the event loop is, a request may wait so long after it was read, in ms. */
const MIN_WAIT_MS = 50;

/**
 * The time for which requests are started before the event loop looks for new ones, in ms: as long as all
 * other work has taken since the last time, such as a commit that many of them share, within these bounds.
 * The loop accepts one new connection per turn, so that a long time would make connections wait.
 */
const SLICE_MS = { min: 1, max: 10 };

/** The number of requests that are started before the loop looks for new ones, if they fit into that time. */
const BATCH = 64;

/** Requests that are refused for each one that is begun: they cost much less. */
const MAX_REFUSALS = 4;

/** The number of new connections in a row that are accepted before requests are served again. */
const CONNECTIONS_FIRST = 16;

/** How soon it looks again whether there is room, in ms. */
const PAUSE_MS = 5;

type Options = {
  /** The maximum number of requests in progress, without those that wait. */
  max: number;
  /** If only so many requests wait, they are no overload: even a slow machine serves them. */
  few: number;
  loop: AdmissionLoop;
  /** Whether the store has as much to do as it can. */
  isStoreBusy(): boolean;
  /** Connections that are not read for now: a request may wait on each. */
  unread(): number;
  /**
   * Called when the maximum number of requests is in progress: makes requests `leave` that only wait for
   * their callers.
   */
  releaseIdle(): void;
};

/**
 * Serves a few requests at a time, so that the event loop can serve health checks in between, and refuses those that have
 * waited too long. A request is served at once if there is time. A burst is served in its order; while a load lasts, the
 * newest request comes first (adaptive LIFO), so that refusals never take the time of responses. The wait before a refusal
 * bounds how often a caller that takes no notice of it can ask.
 */
export const createAdmission = ({ max, few, loop, isStoreBusy, unread, releaseIdle }: Options) => {
  type Waiting = { arrival: Arrival; since: number };
  let waiting: Waiting[] = [];
  /** The number at the front of `waiting` that have been taken. */
  let taken = 0;
  let underWay = 0;
  /** Since when there have always been requests that wait. */
  let crowdedSince = 0;
  let steps = 0;
  let sliceEnd: number | null = null;
  let lastSliceEnd = 0;
  let isPausing = false;
  let hasConnected = false;
  let connectionsInARow = 0;

  const isCrowded = () => waiting.length - taken + unread() > few;
  const isLasting = (now: number) => isCrowded() && now - crowdedSince > BURST_MS;

  const longestWait = (now: number) => {
    if (!isCrowded()) return MAX_WAIT_MS.few;
    return MAX_WAIT_MS[isLasting(now) ? "lasting" : "burst"];
  };

  const hasRoom = (): boolean => {
    if (underWay >= max) releaseIdle();
    return underWay < max && !isStoreBusy();
  };

  const hasTime = (now: number): boolean => {
    if (sliceEnd === null) {
      sliceEnd = now + Math.min(SLICE_MS.max, Math.max(SLICE_MS.min, now - lastSliceEnd));
      lastSliceEnd = sliceEnd;
      loop.soon(() => {
        sliceEnd = null;
      });
    }
    return now < sliceEnd;
  };

  /** Whether the event loop has just accepted a connection, so that more may wait in the system's queue. */
  const takesConnections = (): boolean => {
    if (!hasConnected) return false;
    hasConnected = false;
    connectionsInARow = (connectionsInARow + 1) % CONNECTIONS_FIRST;
    if (connectionsInARow === 0) return false;
    sliceEnd = 0;
    loop.soon(() => {
      sliceEnd = null;
    });
    return true;
  };

  const take = (): void => {
    taken += 1;
    if (taken < waiting.length / 2) return;
    waiting = waiting.slice(taken);
    taken = 0;
  };

  const serve = (arrival: Arrival): void => {
    underWay += 1;
    arrival.serve();
  };

  const proceed = (): void => {
    while (!isPausing && steps < BATCH && steps < waiting.length - taken) {
      steps += 1;
      loop.soon(step);
    }
  };

  const pause = (): void => {
    isPausing = true;
    loop.later(() => {
      isPausing = false;
      proceed();
    }, PAUSE_MS);
  };

  /** Refuses some of those that have waited too long; returns whether there are more. */
  const refuseLate = (now: number): boolean => {
    for (let count = 0; ; count++) {
      const first = waiting[taken];
      if (first === undefined || now - first.since <= longestWait(now)) return false;
      if (count === MAX_REFUSALS) return true;
      take();
      if (!first.arrival.isGone()) first.arrival.refuse();
    }
  };

  const takeNext = (now: number, hasLate: boolean): Waiting | undefined => {
    if (taken === waiting.length) return undefined;
    if (hasLate || isLasting(now)) return waiting.pop();
    const first = waiting[taken];
    take();
    return first;
  };

  /** Begins one request, so that its promises are settled as far as possible before the next call begins another. */
  const step = (): void => {
    steps -= 1;
    if (isPausing || taken === waiting.length) return;
    const now = loop.clock();
    if (!takesConnections() && hasTime(now)) {
      const hasLate = refuseLate(now);
      if (hasRoom()) {
        const limit = longestWait(now);
        const next = takeNext(now, hasLate);
        if (next && !next.arrival.isGone()) {
          if (now - next.since > limit) next.arrival.refuse();
          else serve(next.arrival);
        }
      } else if (!hasLate) pause();
    }
    proceed();
  };

  return {
    /**
     * Serves a request at once, or makes it wait and returns true. A served request counts until `leave`.
     * `heldMs` is the time for which its connection was not read.
     */
    enter: (arrival: Arrival, heldMs = 0): boolean => {
      const now = loop.clock();
      if (taken === waiting.length && hasTime(now) && hasRoom()) {
        serve(arrival);
        return false;
      }
      if (taken === waiting.length && unread() === 0) crowdedSince = now;
      const waited = Math.max(heldMs, Math.min(loop.lag(), longestWait(now) - MIN_WAIT_MS));
      waiting.push({ arrival, since: now - waited });
      proceed();
      return true;
    },
    /** Notes that a request that was served has its answer, or its sender has left. */
    leave: (): void => {
      underWay -= 1;
    },
    /** Notes that a connection was accepted. */
    connect: (): void => {
      hasConnected = true;
    },
    counts: () => ({ waiting: waiting.length - taken, underWay }),
  };
};
