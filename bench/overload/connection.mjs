// A minimal connection of a caller, to leave the processor to the server.

import { connect } from "node:net";
import { connect as connectTls } from "node:tls";

const END_OF_HEAD = "\r\n\r\n";

/** Connects to a server on this machine. Accepts any certificate. */
export const dial = ({ port, isTls = false }) => {
  const socket = isTls
    ? connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false })
    : connect({ port, host: "127.0.0.1" });
  // `close` reports a reset.
  return socket.setNoDelay(true).on("error", () => {});
};

/**
 * A connection with one request at a time. `ask` calls back with the status, or 0 without a
 * response.
 */
export const openConnection = (server) => {
  const socket = dial(server);
  let missing = 0;
  let head = "";
  let status = 0;
  let finish = null;
  const end = (result) => {
    const done = finish;
    finish = null;
    done?.(result);
  };
  socket.on("data", (chunk) => {
    if (missing === 0) {
      head += chunk.latin1Slice(0, chunk.length);
      const at = head.indexOf(END_OF_HEAD);
      if (at < 0) return;
      status = Number(head.slice(9, 12));
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      missing = length - (head.length - at - END_OF_HEAD.length);
      head = "";
    } else missing -= chunk.length;
    if (missing === 0) end(status);
  });
  socket.on("close", () => end(0));
  return {
    isOpen: () => !socket.destroyed && socket.writable,
    ask: (request, done) => {
      finish = done;
      if (socket.destroyed) end(0);
      else socket.write(request);
    },
    close: () => socket.destroy(),
  };
};

/** The value at a share of some numbers, e.g. 0.99. */
export const share = (numbers, part) => {
  const ascending = numbers.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? 0;
};
