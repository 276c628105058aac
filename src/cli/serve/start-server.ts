import { readSettings, type ServeOptions } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { requireStart } from "../start-checks/start-checks.ts";
import { readRole } from "./process-messages.ts";

/** Starts the server in this process, or in several supervised processes. Runs until stopped. */
export const startServer = async (options: ServeOptions, context: Context): Promise<void> => {
  const settings = readSettings(options, context.variables);
  const role = readRole(context.variables);
  if (role !== null)
    return (await import("./cluster-worker.ts")).runClusterWorker(settings, role, context);
  // The checks run before the server's modules load, so that a failing start ends at once.
  await requireStart(settings, context.clock(), async ({ name, says, advice }) => {
    const { createLog } = await import("../../server/host/create-log.ts");
    createLog(settings.logLevel).warn({ check: name, advice }, says);
  });
  if (settings.processes > 1) return (await import("./primary.ts")).startPrimary(settings);
  await (await import("./serve-app.ts")).serveApp(settings, context);
};
