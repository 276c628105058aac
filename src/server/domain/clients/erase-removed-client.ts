import { eraseJob } from "../jobs/erase-job.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { ErasureProgress } from "./client.ts";
import type { ClientDeps } from "./deps.ts";
import { ERASURE_START } from "./erase-client-job.ts";

/**
 * Erases a removed client's data in batches, so that other writes run in between. Returns the progress after
 * `most` batches; null if nothing is left.
 */
export const eraseRemovedClient = async (
  services: Pick<ClientDeps, "clock" | "random"> & { store: Pick<ClientDeps["store"], "clients"> },
  clientId: string,
  {
    from = ERASURE_START,
    most = Number.POSITIVE_INFINITY,
    onBatch,
  }: { from?: ErasureProgress; most?: number; onBatch?: (progress: ErasureProgress) => void } = {},
): Promise<ErasureProgress | null> => {
  const options = { now: services.clock(), jobs: [eraseJob(services)] };
  let progress: ErasureProgress | null = from;
  for (let batch = 0; batch < most; batch++) {
    progress = await services.store.clients.erase(clientId, progress, options);
    if (progress === null) return null;
    onBatch?.(progress);
    await yieldToEventLoop();
  }
  return progress;
};
