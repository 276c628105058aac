/** The number of requests read per turn of the event loop before other connections are paused. */
export const READS_PER_TURN = 64;

/** The minimum number of paused connections that are released in the next turn. */
const MIN_RELEASED = 64;

/** The age in ms up to which a connection without a request is not paused. */
const FRESH_MS = 50;

/** A socket, as the valve uses it. */
export type ValveSocket = {
  pause(): unknown;
  resume(): unknown;
  on(event: "resume", listener: () => void): unknown;
};

/** A connection whose requests are read. */
export type Reader = {
  readonly socket: ValveSocket;
  readonly openedAt: number;
  /** The kind of the latest request, or "nothing" before the first. */
  asks: "nothing" | "health" | "requests";
  /** Whether the connection is paused in favour of others. */
  isHeld: boolean;
  /** Whether earlier requests of this connection are waiting. */
  isStopped: boolean;
  heldAt: number;
  /** How long the connection was paused before this turn, in ms. */
  heldMs: number;
};

type Options = {
  /** A monotonic clock, in ms. */
  clock(): number;
  /** Calls back after the event loop has read new requests. */
  soon(call: () => void): void;
};

/**
 * Limits the requests read per turn of the event loop. epoll reports up to a thousand readable
 * sockets at once, and reading all of them would delay health checks. Once a turn has reached the
 * limit, every other connection is paused, and its requests stay in the system's memory. Later
 * turns release connections, alternating between the newest, which are served in time, and the
 * oldest, which are refused. The number doubles each turn until there are too many requests again.
 * Health checks and new connections are never paused.
 */
export const createReadValve = ({ clock, soon }: Options) => {
  const open = new Set<Reader>();
  /** The paused connections in order. Closed connections in the list no longer count as paused. */
  let held: Reader[] = [];
  /** The number of released connections at the front of `held`. */
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
    // A turn may have released only closed connections, while others still wait.
    if (released.length > 0 || taken < held.length) awaitTurn();
  };

  const awaitTurn = (): void => {
    if (isTurning) return;
    isTurning = true;
    soon(turn);
  };

  return {
    /** Takes in a connection. */
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
    /** Removes a closed connection. */
    remove: (reader: Reader): void => {
      open.delete(reader);
      if (reader.isHeld) holding -= 1;
      reader.isHeld = false;
    },
    /**
     * Notes a read request; returns the maximum time in ms that it waited on its paused connection.
     */
    read: (reader: Reader, isHealth: boolean): number => {
      reader.asks = isHealth ? "health" : "requests";
      reads += 1;
      awaitTurn();
      if (reads % READS_PER_TURN === 0) hold();
      return reader.heldMs;
    },
    /** Stops reading a connection until `resume`. */
    stop: (reader: Reader): void => {
      if (reader.isStopped) return;
      reader.isStopped = true;
      process.nextTick(() => {
        if (reader.isStopped) reader.socket.pause();
      });
    },
    /** Returns the number of paused connections. */
    held: (): number => holding,
    resume: (reader: Reader): void => {
      if (!reader.isStopped) return;
      reader.isStopped = false;
      if (!reader.isHeld) reader.socket.resume();
    },
  };
};
