import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { ipPrefix } from "../../domain/limits/ip-prefix.ts";
import type { Load } from "../../domain/load.ts";
import { type Arrival, createAdmission } from "./admission.ts";
import { createConnectionPlaces, type PlacedConnection } from "./connection-places.ts";
import { watchLag } from "./event-loop-lag.ts";
import type { LoadReport } from "./load-report.ts";
import { createReadValve, type Reader } from "./read-valve.ts";

/** The limits of a process on simultaneous requests and connections. */
export type LoadBounds = {
  requests: number;
  connections: number;
  /** The maximum number of connections per address; by default half of all. */
  perAddress?: number | undefined;
};

export const LOAD_BOUNDS: LoadBounds = { requests: 2000, connections: 10_000 };

/** The number of extra connections, for refusals with a reason and for health checks. */
const SPARE_CONNECTIONS = 100;

/** The number of concurrent requests that even a slow machine serves. */
const FEW_REQUESTS = 64;

/**
 * The maximum number of a connection's requests in progress. A connection that pipelines more is
 * closed.
 */
const MAX_PIPELINED = 100;

/** Interval of the sweep for requests that wait on their callers, in ms. */
const LOOK_MS = 50;

/** The paths of load balancers, served under any load. */
const HEALTH_CHECK = /^\/(healthz|readyz)(\?|$)/;

/** Whether a request is a health check, which bypasses all waiting. */
export const isHealthCheck = ({ url = "" }: IncomingMessage): boolean => HEALTH_CHECK.test(url);

/**
 * A request at the gate. One of the two functions is called, at once or later, unless the sender
 * leaves first.
 */
type Passage = {
  serve(): void;
  /** `isLast`: the connection should be closed after the refusal. */
  refuse(isLast: boolean): void;
};

/**
 * Limits a process's requests in progress. Early 503 responses to some requests keep the others
 * fast.
 */
export type LoadGate = {
  /** Counts a server's connections from their first byte on, and makes room among them. */
  watch(server: Server): void;
  /** Admits or refuses a request. */
  enter(incoming: IncomingMessage, response: ServerResponse, passage: Passage): void;
  /** The current load, and the number of refusals since the start. */
  load(): Load;
};

type Entry = { incoming: IncomingMessage; response: ServerResponse; passage: Passage };

type Options = {
  bounds: LoadBounds;
  /**
   * The time in ms after which a request with an incomplete body no longer counts as in progress.
   */
  lateBodyMs: number;
  /** Whether all connections are a proxy's, so that addresses do not identify callers. */
  behindProxy: boolean;
  isStoreBusy(): boolean;
  report: LoadReport;
};

/** A request in progress. It keeps its slot until its response is ready or the server waits for the caller. */
type Place = {
  incoming: IncomingMessage;
  response: ServerResponse;
  since: number;
  isHeld: boolean;
};

/** A connection with its requests in progress in order, and the number of waiting ones. */
type Tracked = {
  connection: PlacedConnection | null;
  reader: Reader | null;
  places: Place[];
  waiting: number;
};

/** Stands for a request without a server's connection, as in tests. */
const untracked = (): Tracked => ({ connection: null, reader: null, places: [], waiting: 0 });

/** The gate of a process. */
export const createLoadGate = ({
  bounds,
  lateBodyMs,
  behindProxy,
  isStoreBusy,
  report,
}: Options): LoadGate => {
  const places = createConnectionPlaces({
    bounds: {
      places: bounds.connections,
      perAddress: behindProxy
        ? bounds.connections
        : (bounds.perAddress ?? Math.ceil(bounds.connections / 2)),
      spare: SPARE_CONNECTIONS,
    },
    clock: now,
  });
  let lag = (): number => 0;
  const soon = (call: () => void) => void setImmediate(call);
  const valve = createReadValve({ clock: now, soon });
  const admission = createAdmission({
    max: bounds.requests,
    few: FEW_REQUESTS,
    loop: {
      clock: now,
      lag: () => lag(),
      soon,
      later: (call, ms) => void setTimeout(call, ms).unref(),
    },
    isStoreBusy,
    unread: valve.held,
    releaseIdle: () => releaseIdle(),
  });
  const connections = new WeakMap<Socket, Tracked>();
  const openOnes = new Set<Tracked>();
  let lookedAt = 0;

  const leave = (place: Place): void => {
    if (!place.isHeld) return;
    place.isHeld = false;
    admission.leave();
  };

  /** Frees the slots of requests that only wait for their callers, which may take minutes. */
  const releaseIdle = (): void => {
    const at = now();
    if (at - lookedAt < LOOK_MS) return;
    lookedAt = at;
    for (const { places } of openOnes)
      for (const place of places) {
        const isLate = !place.incoming.complete && at - place.since > lateBodyMs;
        if (isLate || place.response.writableEnded) leave(place);
      }
  };

  const open = (socket: Socket): Tracked => {
    const close = () => void socket.destroy();
    const { connection, closed } = places.open(ipPrefix(socket.remoteAddress ?? ""), close);
    for (const placedConnection of closed)
      report.count(placedConnection === connection ? "turned_away" : "idle_closed");
    const tracked: Tracked = { connection, reader: null, places: [], waiting: 0 };
    openOnes.add(tracked);
    socket.once("close", () => {
      places.remove(connection);
      if (tracked.reader) valve.remove(tracked.reader);
      openOnes.delete(tracked);
      // A pipelined response's connection does not close by itself.
      for (const place of tracked.places) leave(place);
    });
    return tracked;
  };

  const admit = (
    tracked: Tracked,
    heldMs: number,
    { incoming, response, passage }: Entry,
  ): void => {
    let isWaiting = false;
    const release = (): void => {
      if (!isWaiting) return;
      tracked.waiting -= 1;
      if (tracked.waiting === 0 && tracked.reader) valve.resume(tracked.reader);
    };
    const arrival: Arrival = {
      serve: () => {
        release();
        const place = { incoming, response, since: now(), isHeld: true };
        tracked.places.push(place);
        response.once("close", () => {
          leave(place);
          while (tracked.places[0]?.response.closed) tracked.places.shift();
        });
        passage.serve();
      },
      refuse: () => {
        release();
        report.count("overload");
        passage.refuse(false);
      },
      isGone: () => response.destroyed || incoming.socket.destroyed,
    };
    isWaiting = admission.enter(arrival, heldMs);
    if (!isWaiting) return;
    tracked.waiting += 1;
    // Pipelined requests, sent before earlier responses, stay in the system's memory.
    const { connection, reader } = tracked;
    if (reader && connection && connection.requests > 1) valve.stop(reader);
  };

  return {
    watch: (server) => {
      lag = watchLag(server);
      const read = (socket: Socket, tracked: Tracked): void => {
        connections.set(socket, tracked);
        tracked.reader = valve.add(socket);
      };
      /**
       * TLS connections by address and port, since their requests arrive on another socket than the
       * TCP socket.
       */
      const byEnds = new Map<string, Tracked>();
      server.prependListener("connection", (socket: Socket) => {
        admission.connect();
        const tracked = open(socket);
        if (!(server instanceof TlsServer)) return read(socket, tracked);
        const ends = endsOf(socket);
        byEnds.set(ends, tracked);
        socket.once("close", () => {
          if (byEnds.get(ends) === tracked) byEnds.delete(ends);
        });
      });
      server.prependListener("secureConnection", (socket: Socket) => {
        const tracked = byEnds.get(endsOf(socket));
        if (tracked) read(socket, tracked);
      });
    },
    enter: (incoming, response, passage) => {
      const { socket } = incoming;
      const tracked = connections.get(socket) ?? untracked();
      const { connection, reader } = tracked;
      const isHealth = isHealthCheck(incoming);
      const heldMs = reader ? valve.read(reader, isHealth) : 0;
      if (connection) {
        for (const _ of places.ask(connection)) report.count("idle_closed");
        response.once("close", () => places.answer(connection));
        if (connection.requests > MAX_PIPELINED) {
          report.count("turned_away");
          return void socket.destroy();
        }
      }
      if (isHealth) return passage.serve();
      if (connection?.hasPlace !== false)
        return admit(tracked, heldMs, { incoming, response, passage });
      report.count("no_place");
      passage.refuse(true);
    },
    load: () => {
      const { placed, spare } = places.counts();
      const { waiting, underWay } = admission.counts();
      return { connections: placed + spare, waiting, underWay, totals: report.totals() };
    },
  };
};

const now = (): number => performance.now();

const endsOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`;
