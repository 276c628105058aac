import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttps } from "node:https";
import type { Socket } from "node:net";

/** Interval between checks for late requests and readers, in ms. */
export const CHECK_MS = 1000;

/** How long an idle connection is kept, in ms: longer than proxies in front keep theirs. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Time-outs in ms for a head including the TLS handshake, for a whole request, and for reading its
 * response.
 */
export type Timeouts = { headers: number; request: number; answer: number };

/** The time-outs by default. */
export const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, answer: 300_000 };

/** The time-out of a silent connection during a request, in ms; longer than any response takes. */
const IDLE_TIMEOUT_MS = 120_000;

/** The certificate of an HTTPS server, and its TLS settings. */
export type Tls = {
  cert: Buffer;
  key: Buffer;
  minVersion: "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
  ciphers?: string;
};

/** An HTTPS server if a certificate is given, else an HTTP server. */
export const createNodeServer = (
  listener: RequestListener,
  { headers, request }: Timeouts,
  https: Tls | undefined,
): Server => {
  const limits = {
    requestTimeout: request,
    headersTimeout: Math.min(headers, request),
    connectionsCheckingInterval: Math.min(CHECK_MS, headers, request),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // `headProblem` checks the Host header.
    requireHostHeader: false,
  };
  const server = https
    ? createHttps({ ...limits, handshakeTimeout: headers, ...https }, listener)
    : createHttp(limits, listener);
  return server.setTimeout(IDLE_TIMEOUT_MS);
};

/** How long a connection may be silent after its last response, in ms. */
const QUIET_MS = 2000;

/** The maximum time to close a connection that keeps sending, in ms. */
const MAX_CLOSING_MS = 30_000;

/** The latest request of each connection, and its response. */
const latest = new WeakMap<object, { incoming: IncomingMessage; response: ServerResponse }>();

/**
 * Lets a client that is still sending read its last response. Closing a socket with unread bytes
 * resets the connection, and the reset overtakes the response. Later bytes are read and ignored.
 */
export const closeGently = (server: Server, isTls: boolean): void => {
  server.on(isTls ? "secureConnection" : "connection", (socket: Socket) => {
    // node:http calls this method to close a connection after its last response.
    socket.destroySoon = () => endGently(socket);
  });
};

/** Ends our side of a connection, then destroys the socket soon. */
const endGently = (socket: Socket): void => {
  const last = setTimeout(() => socket.destroy(), MAX_CLOSING_MS);
  socket.once("close", () => clearTimeout(last));
  socket.setTimeout(QUIET_MS, () => socket.destroy());
  socket.end();
  socket.resume();
};

/** Records the request in progress; false after the connection's last response. */
export const isToBeAnswered = (incoming: IncomingMessage, response: ServerResponse): boolean => {
  if (incoming.socket.writableEnded) return false;
  latest.set(incoming.socket, { incoming, response });
  return true;
};

/**
 * Sends a connection its last response, after the responses to its completely received requests.
 * Sends nothing if the failed request already has its response.
 */
export const endWith = (socket: Socket, answer: () => string): void => {
  const { incoming, response } = latest.get(socket) ?? {};
  const end = (): void => {
    if (socket.destroyed || !socket.writable) return;
    if (incoming?.complete !== false || !response?.writableEnded) socket.write(answer());
    endGently(socket);
  };
  if (incoming?.complete && response && !response.closed) response.once("close", end);
  else end();
};

/** The unread responses of a connection in order, and the time since which the first is watched. */
type Unread = { responses: ServerResponse[]; first: ServerResponse | null; beganAt: number };

/**
 * Closes the connection of a client that does not finish reading a response within `limitMs` of its
 * first byte, since the unread part stays in memory. One timer checks all responses, at most every
 * `pauseMs`. Responses are listed by connection: a Map that changed with each response would leave
 * linked old tables to the garbage collector.
 */
export const createSlowReaders = (limitMs: number, pauseMs: number) => {
  const connections = new Map<Socket, Unread>();

  const unreadOf = (socket: Socket): Unread => {
    const existing = connections.get(socket);
    if (existing) return existing;
    const unread: Unread = { responses: [], first: null, beganAt: 0 };
    connections.set(socket, unread);
    socket.once("close", () => void connections.delete(socket));
    return unread;
  };

  const look = (): void => {
    const now = performance.now();
    for (const unread of connections.values()) {
      dropRead(unread);
      const [response] = unread.responses;
      if (!response?.headersSent) continue;
      if (response !== unread.first) {
        unread.first = response;
        unread.beganAt = now;
      } else if (now - unread.beganAt >= limitMs) response.destroy();
    }
  };

  return {
    watch: (server: Server): void => {
      // A server that never listens is never closed, so its timer would run forever.
      server.once("listening", () => {
        const timer = setInterval(look, Math.min(pauseMs, limitMs)).unref();
        server.once("close", () => clearInterval(timer));
      });
      server.prependListener("request", ({ socket }, response: ServerResponse) => {
        const unread = unreadOf(socket);
        dropRead(unread);
        unread.responses.push(response);
      });
    },
  };
};

/**
 * Removes the messages that were read completely. A connection's responses are in the order of its
 * requests.
 */
const dropRead = ({ responses }: Unread): void => {
  while (responses[0]?.closed) responses.shift();
};
