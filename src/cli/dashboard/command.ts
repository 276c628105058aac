import { defineCommand, defineGroup } from "../command.ts";
import { DATA } from "../options.ts";

const setup = defineCommand({
  name: "setup",
  summary: "print the address at which the operator sets a password for the Dashboard, once",
  details: "Good for an hour. Setting a password ends the operator's sessions.",
  options: { data: DATA },
  run: async ({ values: { data }, context }) =>
    (await import("./print-setup-address.ts")).printSetupAddress(data, context),
});

/** `service-link dashboard`. */
export const dashboard = defineGroup("dashboard", "set the operator's password", [setup]);
