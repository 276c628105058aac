import { defineCommand, defineGroup, flag, optionalText, text } from "../command.ts";
import { DATA } from "../options.ts";

const load = () => import("./read-audit-log.ts");

const list = defineCommand({
  name: "list",
  summary: "show the last changes, and who made them",
  options: {
    data: DATA,
    count: text("--count <number>", "how many", "20"),
    json: flag("--json", "a JSON object per line, with the digests"),
  },
  run: async ({ values, context }) => (await load()).listAuditLog(values, context),
});

const verify = defineCommand({
  name: "verify",
  summary: "check that nothing in the log was changed or taken away",
  details:
    "Each entry has the digest of the one before it. Note its head in another place now " +
    "and then: a log that was forged from the start does not contain that head.",
  options: {
    data: DATA,
    expect: optionalText("--expect <head>", "a head that was noted before, like 42:Qm3…"),
  },
  run: async ({ values, context }) => (await load()).checkAuditLog(values, context),
});

/** `service-link audit`. */
export const audit = defineGroup(
  "audit",
  "list or verify the log of what operators and clients changed",
  [list, verify],
);
