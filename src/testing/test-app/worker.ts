import { pino } from "pino";
import { openServices } from "../../server/host/open-services.ts";
import { readSettings } from "../../server/host/settings/settings.ts";
import { WORKER_LIMITS } from "../../server/jobs/worker.ts";

/** A worker in a separate process on a given data folder. The worker runs until it is killed. */
const [folder = "", lease = ""] = process.argv.slice(2);
const { worker } = await openServices(readSettings({ data: folder }, {}), {
  log: pino({ level: "error" }, pino.destination(2)),
  workerLimits: { ...WORKER_LIMITS, lease: Number(lease) },
});
worker.start();
