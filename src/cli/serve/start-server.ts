import { readSettings, type ServeOptions } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { requireStart } from "../start-checks/start-checks.ts";
import { readRole } from "./process-messages.ts";

/** Starts the server: in this process, or in several that this one watches over. Runs until it is stopped. */
export const startServer = async (options: ServeOptions, context: Context): Promise<void> => {
  const settings = readSettings(options, context.variables);
  const role = readRole(context.variables);
  if (role !== null)
    return (await import("./cluster-worker.ts")).runClusterWorker(settings, role, context);
  // Before all that a server needs is loaded, so that a failing start ends at once.
  await requireStart(settings, context.clock(), async ({ name, says, advice }) => {
    const { createLog } = await import("../../server/host/create-log.ts");
    createLog(settings.logLevel).warn({ check: name, advice }, says);
  });
  if (settings.processes > 1) return (await import("./primary.ts")).startPrimary(settings);
  await (await import("./serve-app.ts")).serveApp(settings, context);
};
