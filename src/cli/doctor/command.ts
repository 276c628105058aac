import { defineCommand } from "../command.ts";
import { SERVE_OPTIONS } from "../serve/command.ts";

/** `service-link doctor`. */
export const doctor = defineCommand({
  name: "doctor",
  summary: "check whether a server can start; say what to do if not",
  details: "Takes the options and variables of serve, and changes nothing.",
  options: SERVE_OPTIONS,
  run: async ({ values, context }) =>
    (await import("./print-doctor-report.ts")).printDoctorReport(values, context),
});
