import { pino } from "pino";
import { openServices } from "../server/open-services.ts";
import { commandOptions } from "../server/settings/command-options.ts";
import { readSettings } from "../server/settings/settings.ts";
import { requireStore } from "./open-existing-store.ts";

/** Does the jobs of a data folder, beside whoever else does; runs until it is stopped. */
export const worker = async (
  args: string[],
  variables: Record<string, string | undefined>,
  out: (text: string) => void,
  stop: AbortSignal,
): Promise<void> => {
  const { data } = commandOptions(args, { data: { type: "string", default: "./data" } });
  const settings = readSettings(["--data", data], variables);
  requireStore(data);
  const log = pino({ level: settings.logLevel }, pino.destination(2));
  const opened = await openServices(settings, { log });
  opened.worker.start();
  out(`service-link worker does the jobs of ${data} (${settings.environment}); stop with Ctrl+C\n`);
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve(), { once: true });
  });
  await opened.close();
};
