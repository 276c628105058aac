/** Requests that are read in one turn of the event loop before other connections are held back. */
export const READS_PER_TURN = 64;

/** The minimum number of connections that are read again in the turn after they were paused. */
const MIN_RELEASED = 64;

/** A connection without a request is not held back for so long after it was opened, in ms. */
const FRESH_MS = 50;

/** A socket as the valve needs it. */
export type ValveSocket = {
  pause(): unknown;
  resume(): unknown;
  on(event: "resume", listener: () => void): unknown;
};

/** A connection whose requests are read. */
export type Reader = {
  readonly socket: ValveSocket;
  readonly openedAt: number;
  /** Whether the latest request was a health check, or none has arrived yet. */
  asks: "nothing" | "health" | "requests";
  /** Whether other connections have their turn first. */
  isHeld: boolean;
  /** Whether earlier requests of this connection wait. */
  isStopped: boolean;
  heldAt: number;
  /** How long the connection was held before this turn, in ms. */
  heldMs: number;
};

type Options = {
  /** A monotonic clock, in ms. */
  clock(): number;
  /** Calls back after the event loop has looked for new requests. */
  soon(call: () => void): void;
};

/**
 * Bounds the requests that one turn of the event loop reads: epoll reports a thousand readable sockets at once, and
 * reading them all would delay health checks. Once a turn has read as many as it may, every other connection is paused,
 * and its requests stay in the system's memory. Later turns release some connections, the newest and the oldest in turns
 * (the newest are served in time, the oldest are refused), and twice as many each time until there are too many requests
 * again. Health checks and new connections are never paused.
 */
export const createReadValve = ({ clock, soon }: Options) => {
  const open = new Set<Reader>();
  /** Connections in the order in which they were paused; those that have closed since are not held any more. */
  let held: Reader[] = [];
  /** The number at the front of `held` that were released. */
  let taken = 0;
  let released: Reader[] = [];
  let reads = 0;
  let isTurning = false;
  let share = MIN_RELEASED;
  let holding = 0;

  const mayHold = ({ asks, openedAt }: Reader, now: number): boolean =>
    asks === "requests" || (asks === "nothing" && now - openedAt >= FRESH_MS);

  const hold = (): void => {
    const now = clock();
    share = MIN_RELEASED;
    for (const reader of open) {
      if (!mayHold(reader, now)) continue;
      open.delete(reader);
      held.push(reader);
      reader.isHeld = true;
      holding += 1;
      reader.heldAt = now;
      reader.socket.pause();
    }
  };

  const release = (now: number): void => {
    for (let count = 0; count < share && taken < held.length; count++) {
      const reader = count % 2 === 0 ? held.pop() : held[taken++];
      if (!reader?.isHeld) continue;
      open.add(reader);
      reader.isHeld = false;
      holding -= 1;
      reader.heldMs = now - reader.heldAt;
      released.push(reader);
      if (!reader.isStopped) reader.socket.resume();
    }
    if (taken < held.length / 2) return;
    held = held.slice(taken);
    taken = 0;
  };

  const turn = (): void => {
    isTurning = false;
    for (const reader of released) reader.heldMs = 0;
    released = [];
    if (reads < READS_PER_TURN) share *= 2;
    reads = 0;
    if (taken < held.length) release(clock());
    // A turn may have met only connections that closed while they were held, while others still wait.
    if (released.length > 0 || taken < held.length) awaitTurn();
  };

  const awaitTurn = (): void => {
    if (isTurning) return;
    isTurning = true;
    soon(turn);
  };

  return {
    /** Takes a connection in. */
    add: (socket: ValveSocket): Reader => {
      const reader: Reader = {
        ...{ socket, openedAt: clock(), asks: "nothing" },
        ...{ isHeld: false, isStopped: false, heldAt: 0, heldMs: 0 },
      };
      open.add(reader);
      // node:http resumes reading after each request and each response.
      socket.on("resume", () => {
        if (reader.isHeld || reader.isStopped) socket.pause();
      });
      return reader;
    },
    /** Forgets a connection that has closed. */
    remove: (reader: Reader): void => {
      open.delete(reader);
      if (reader.isHeld) holding -= 1;
      reader.isHeld = false;
    },
    /** Notes that a request was read; returns how long it may have waited because its connection was held, in ms. */
    read: (reader: Reader, isHealth: boolean): number => {
      reader.asks = isHealth ? "health" : "requests";
      reads += 1;
      awaitTurn();
      if (reads % READS_PER_TURN === 0) hold();
      return reader.heldMs;
    },
    /** Reads no more of a connection until `resume`. */
    stop: (reader: Reader): void => {
      if (reader.isStopped) return;
      reader.isStopped = true;
      process.nextTick(() => {
        if (reader.isStopped) reader.socket.pause();
      });
    },
    /** Returns the number of connections that are held. */
    held: (): number => holding,
    resume: (reader: Reader): void => {
      if (!reader.isStopped) return;
      reader.isStopped = false;
      if (!reader.isHeld) reader.socket.resume();
    },
  };
};
