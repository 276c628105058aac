/** A request that waits for admission. */
export type Arrival = {
  serve(): void;
  refuse(): void;
  /** Whether the sender has left. */
  isGone(): boolean;
};

/** Time and the event loop, as admission uses them. */
export type AdmissionLoop = {
  /** A monotonic time in ms. */
  clock(): number;
  /** The event loop's lag in ms, which is how long a request may have waited to be read. */
  lag(): number;
  /** Calls back after the event loop has read new requests. */
  soon(call: () => void): void;
  later(call: () => void, ms: number): void;
};

/** The maximum wait of a request in ms: with few requests, in a burst, and under lasting load. */
export const MAX_WAIT_MS = { few: 3000, burst: 600, lasting: 400 };

/** The duration of continuous waiting, in ms, that makes load a lasting load. */
const BURST_MS = 700;

/** The minimum wait of a read request, in ms, however late the event loop is. */
const MIN_WAIT_MS = 50;

/**
 * The bounds of a time slice, in ms, that starts requests before the event loop reads new ones. A
 * slice lasts as long as all other work since the previous slice, such as a shared commit. The loop
 * accepts one new connection per turn, so long slices would delay connections.
 */
const SLICE_MS = { min: 1, max: 10 };

/** The maximum number of requests started per slice. */
const BATCH = 64;

/** The number of refusals per started request, since refusals cost much less. */
const MAX_REFUSALS = 4;

/** The number of consecutive new connections accepted before requests are served again. */
const CONNECTIONS_FIRST = 16;

/** The interval of checks for free capacity, in ms. */
const PAUSE_MS = 5;

type Options = {
  /** The maximum number of requests in progress, without waiting ones. */
  max: number;
  /** The number of waiting requests that even a slow machine serves; not an overload. */
  few: number;
  loop: AdmissionLoop;
  /** Whether the store is at full capacity. */
  isStoreBusy(): boolean;
  /** The number of paused connections, each of which may have a waiting request. */
  unread(): number;
  /**
   * Called at the maximum of requests in progress. Makes requests `leave` that only wait for their
   * callers.
   */
  releaseIdle(): void;
};

/**
 * Serves a few requests at a time, so that health checks get their turn, and refuses requests that
 * have waited too long. With spare time a request is served at once. A burst is served in order.
 * Under lasting load the newest request comes first (adaptive LIFO), so that refusals never take
 * the responses' time. The wait before a refusal limits how often a stubborn caller can retry.
 */
export const createAdmission = ({ max, few, loop, isStoreBusy, unread, releaseIdle }: Options) => {
  type Waiting = { arrival: Arrival; since: number };
  let waiting: Waiting[] = [];
  /** The number of requests taken from the front of `waiting`. */
  let taken = 0;
  let underWay = 0;
  /** The time since which requests have always been waiting. */
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

  /**
   * Whether the event loop has just accepted a connection, so that more may wait in the system's
   * queue.
   */
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

  /** Refuses some of the requests that have waited too long; returns whether more remain. */
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

  /** Starts one request, and settles its promises as far as possible before the next one. */
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
     * Serves a request at once, or queues it and returns true. A served request counts until
     * `leave`. `heldMs` is how long its connection was paused.
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
    /** Notes that a served request has its response, or that its sender has left. */
    leave: (): void => {
      underWay -= 1;
    },
    /** Notes an accepted connection. */
    connect: (): void => {
      hasConnected = true;
    },
    counts: () => ({ waiting: waiting.length - taken, underWay }),
  };
};
