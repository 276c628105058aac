import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A connection on which nothing comes for so long after its last answer is let go of. */
const QUIET_MS = 2000;

/** And at last, whatever still comes. */
const LONGEST_MS = 30_000;

/** The last request of each connection, and its answer. */
const latest = new WeakMap<object, { incoming: IncomingMessage; response: ServerResponse }>();

/**
 * Lets whoever is still sending read their last answer: a connection that is closed with something
 * unread is reset, and the reset overtakes the answer. What comes after it is read past.
 */
export const closeGently = (server: Server, isTls: boolean): void => {
  server.on(isTls ? "secureConnection" : "connection", (socket: Socket) => {
    // By this method node:http closes a connection after its last answer.
    socket.destroySoon = () => endGently(socket);
  });
};

/** Ends our side of a connection, and the other one soon. */
const endGently = (socket: Socket): void => {
  const last = setTimeout(() => socket.destroy(), LONGEST_MS);
  socket.once("close", () => clearTimeout(last));
  socket.setTimeout(QUIET_MS, () => socket.destroy());
  socket.end();
  socket.resume();
};

/** Keeps what is being answered; false where the connection's last answer was given before. */
export const isToBeAnswered = (incoming: IncomingMessage, response: ServerResponse): boolean => {
  if (incoming.socket.writableEnded) return false;
  latest.set(incoming.socket, { incoming, response });
  return true;
};

/**
 * Gives a connection its last answer, once the requests that arrived whole on it are answered. Where the
 * one that went wrong has its answer already there is nothing more to say.
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
