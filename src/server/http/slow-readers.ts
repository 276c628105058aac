import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The answers of a connection that are not read, the first one first, and since when that one is looked at. */
type Unread = { responses: ServerResponse[]; first: ServerResponse | null; beganAt: number };

/**
 * Cuts off whoever does not read an answer to its end within so many ms of its first byte: what they have
 * not read is in memory. One timer looks after all answers, at most every `pauseMs`. They are listed by
 * connection: a Map that changed with each answer would leave its old tables to the garbage collector, each
 * of which holds the next one.
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
      // A server that never listens is never closed, and would be kept by its timer for ever.
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

/** Forgets what was read to its end; a connection is answered in the order of its requests. */
const dropRead = ({ responses }: Unread): void => {
  while (responses[0]?.closed) responses.shift();
};
