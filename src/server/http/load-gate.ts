import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many requests a process answers at once, and how many connections it holds. */
export type LoadBounds = { requests: number; connections: number };

export const LOAD_BOUNDS: LoadBounds = { requests: 2000, connections: 10_000 };

/** Connections beyond the bound on which it is still said that there are too many, and health is answered. */
const SPARE_CONNECTIONS = 100;

/** How often those on which nothing is asked are closed for the sake of others, in ms. */
const CLOSE_IDLE_PAUSE_MS = 1000;

/** What load balancers ask is answered whatever the load. */
const ALWAYS = /^\/(healthz|readyz)(\?|$)/;

/** Bounds what a process has under way, so that it answers 503 soon rather than everything late. */
export type LoadGate = {
  /** Counts the connections of a server; those far beyond the bound are closed without a word. */
  watch(server: Server, isTls: boolean): void;
  /** Lets a request in until its answer has gone; false where there are too many. */
  enter(incoming: IncomingMessage, response: ServerResponse): boolean;
  /** Whether there are so many connections that this one should be closed after its answer. */
  isCrowded(): boolean;
};

/** A gate for one process. */
export const createLoadGate = (bounds: LoadBounds): LoadGate => {
  let requests = 0;
  let connections = 0;
  let closedIdleAt = Number.NEGATIVE_INFINITY;
  const isCrowded = () => connections > bounds.connections;

  const makeRoom = (server: Server): void => {
    if (performance.now() - closedIdleAt < CLOSE_IDLE_PAUSE_MS) return;
    closedIdleAt = performance.now();
    server.closeIdleConnections();
  };

  return {
    isCrowded,
    watch: (server, isTls) => {
      server.prependListener(isTls ? "secureConnection" : "connection", (socket: Socket) => {
        connections += 1;
        socket.once("close", () => {
          connections -= 1;
        });
        if (isCrowded()) makeRoom(server);
        if (connections > bounds.connections + SPARE_CONNECTIONS) socket.destroy();
      });
    },
    enter: ({ url = "" }, response) => {
      if (ALWAYS.test(url)) return true;
      if (requests >= bounds.requests || isCrowded()) return false;
      requests += 1;
      response.once("close", () => {
        requests -= 1;
      });
      return true;
    },
  };
};
