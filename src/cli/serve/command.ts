import { DEFAULTS } from "../../server/host/settings/defaults.ts";
import { defineCommand, flag, optionalText, text } from "../command.ts";
import { holdHeap } from "../heap-limits.ts";
import { BRAND, DATA } from "../options.ts";

/** The options of a start, shared with `doctor`. */
export const SERVE_OPTIONS = {
  port: text(
    "--port <number>",
    "port of the API and of Link; the demo shop and bank take the next two",
    DEFAULTS.port,
  ),
  host: text(
    "--host <address>",
    "address to listen on; any but this machine's own needs TLS, see docs/deployment.md",
    DEFAULTS.host,
  ),
  data: DATA,
  brand: BRAND,
  demo: flag("--no-demo", "without the demo shop and bank"),
  aggregator: flag(
    "--aggregator",
    "in the sandbox, with a demo aggregator and its banks on the third port after the server's",
  ),
  worker: flag("--no-worker", "leave webhooks and other jobs to service-link worker"),
  processes: optionalText(
    "--processes <number>",
    "how many processes answer; by default one for each core, in the sandbox one in all",
  ),
  doors: optionalText(
    "--doors <names>",
    "protocols in which other applications read by grants, like simplefin,ofx; none without this",
  ),
  rateLimits: flag("--rate-limits", "with the limits of production, in the sandbox as well"),
};

/** `service-link serve`. */
export const serve = defineCommand({
  name: "serve",
  summary: "start the server",
  options: SERVE_OPTIONS,
  run: async ({ values, context }) => {
    holdHeap();
    return (await import("./start-server.ts")).startServer(values, context);
  },
});
