import type { Server, ServerResponse } from "node:http";

/**
 * Cuts off whoever does not read an answer to its end within so many ms of its first byte: what they have
 * not read is in memory. One timer looks after all answers, at most every `pauseMs`.
 */
export const createSlowReaders = (limitMs: number, pauseMs: number) => {
  const unread = new Map<ServerResponse, number | null>();

  const look = (): void => {
    const now = performance.now();
    for (const [response, beganAt] of unread) {
      if (!response.headersSent) continue;
      if (beganAt === null) unread.set(response, now);
      else if (now - beganAt >= limitMs) response.destroy();
    }
  };

  return {
    watch: (server: Server): void => {
      const timer = setInterval(look, Math.min(pauseMs, limitMs)).unref();
      server.once("close", () => clearInterval(timer));
      server.prependListener("request", (_, response: ServerResponse) => {
        unread.set(response, null);
        response.once("close", () => void unread.delete(response));
      });
    },
  };
};
