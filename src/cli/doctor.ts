import { defineCommand } from "./command.ts";
import { SERVE_OPTIONS } from "./serve.ts";

/** `service-link doctor`. */
export const doctor = defineCommand({
  name: "doctor",
  summary: "check whether a server can start; say what to do if not",
  details: "Takes the options and variables of serve, and changes nothing.",
  options: SERVE_OPTIONS,
  run: async ({ values, context }) =>
    (await import("./doctor/print-doctor-report.ts")).printDoctorReport(values, context),
});
