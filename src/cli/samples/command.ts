import { defineCommand, defineGroup } from "../command.ts";
import { DATA } from "../options.ts";

const load = () => import("./create-sample.ts");

const list = defineCommand({
  name: "list",
  summary: "list the sample applications",
  options: {},
  run: async ({ context }) => context.out((await load()).listSamples()),
});

const create = defineCommand({
  name: "create",
  summary: "create a sample application with the sandbox's keys, in a new or an empty folder",
  details:
    "The folder is service-link-<name> if none is given. Its README has the one command that starts the " +
    "application, and its .env the keys and the address of the data folder's server.",
  operand: "<name> [folder]",
  options: { data: DATA },
  run: async ({ operands: [name = "", folder = `service-link-${name}`], values, context }) =>
    (await load()).createSample({ name, folder, data: values.data }, context),
});

/** `service-link samples`. */
export const samples = defineGroup("samples", "list or create sample applications", [list, create]);
