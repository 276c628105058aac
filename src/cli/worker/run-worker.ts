import { createLog } from "../../server/host/create-log.ts";
import { storeName } from "../../server/host/data-folder/store-address.ts";
import { openServices } from "../../server/host/open-services.ts";
import { readSettings } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { limitHeap } from "../heap-limits.ts";
import { requireStore } from "../open-existing-store.ts";
import { startWatchdog } from "../watchdog.ts";

/** Runs the jobs of a data folder next to other workers, until stopped. */
export const runWorker = async (
  options: { data: string; brand: string | undefined },
  { variables, out, stopSignal }: Context,
): Promise<void> => {
  const stop = stopSignal();
  const settings = readSettings(options, variables);
  await requireStore(settings);
  const log = createLog(settings.logLevel);
  const parts = await openServices(settings, { log });
  limitHeap();
  parts.worker.start();
  const stopWatchdog = startWatchdog();
  out(
    `service-link worker does the jobs of ${storeName(settings)} (${settings.environment}); stop with Ctrl+C\n`,
  );
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  await parts.close();
  stopWatchdog();
};
