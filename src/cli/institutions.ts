import { defineCommand, defineGroup, flag } from "./command.ts";
import { DATA } from "./options.ts";

const load = () => import("./institutions/manage-institutions.ts");

const importCommand = defineCommand({
  name: "import",
  summary: "put in those of a .csv or .json file; one that is there already is replaced",
  operand: "<FILE>",
  options: {
    data: DATA,
    skipBad: flag(
      "--skip-bad",
      "import the other rows where some are wrong; the exit code is 1 all the same",
    ),
  },
  run: async ({ operand, values, context }) => {
    const { importInstitutions } = await import("./institutions/import-institutions.ts");
    await importInstitutions(operand, values, context);
  },
});

const exportCommand = defineCommand({
  name: "export",
  summary: "write yours to a .csv or .json file, or to standard output",
  operand: "[FILE]",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await load()).exportInstitutions(operand, data, context),
});

const list = defineCommand({
  name: "list",
  summary: "show yours",
  options: { data: DATA },
  run: async ({ values: { data }, context }) => (await load()).listInstitutions(data, context),
});

const remove = defineCommand({
  name: "remove",
  summary: "take out one of yours that no Item is linked to",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await load()).removeInstitution(operand, data, context),
});

/** `service-link institutions`. */
export const institutions = defineGroup(
  "institutions",
  "import, export, list or remove institutions of your own",
  [importCommand, exportCommand, list, remove],
);
