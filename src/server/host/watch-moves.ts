import type { ClientStore } from "../domain/clients/client.ts";
import { opaqueId, type Random } from "../domain/identifiers.ts";
import type { Timers } from "../domain/runtime.ts";

const LOOK_MS = 10_000;

type Options = Pick<Timers, "every"> & {
  clock: () => number;
  random: Random;
  log: Record<"warn" | "error", (details: object, text: string) => void>;
};

/**
 * Looks for moves of clients whose command has stopped. Resumes their calls and jobs if that is
 * safe, and logs the command to run. Returns a function that stops the watch.
 */
export const watchMoves = (
  clients: Pick<ClientStore, "endStaleMoves">,
  { every, clock, random, log }: Options,
): (() => void) => {
  const known = new Set<string>();
  return every(LOOK_MS, async () => {
    try {
      const { ended, stuck } = await clients.endStaleMoves(clock(), opaqueId(random));
      for (const client_id of ended)
        log.warn(
          { client_id },
          "the move of a client to another cell stopped: its calls and jobs go on here; call service-link clients move again",
        );
      for (const client_id of stuck)
        if (!known.has(client_id))
          log.error(
            { client_id },
            "the move of a client to another cell stopped in its last step, and its calls are refused: call service-link clients move again, which completes it",
          );
      known.clear();
      for (const client_id of stuck) known.add(client_id);
    } catch {
      // The store's own failures are in the log already.
    }
  });
};
