import { type ServeOptions, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { checkAll } from "../start-checks/start-checks.ts";
import { doctorReport } from "./doctor-report.ts";

/** Checks whether a server can start with these options and variables; changes nothing. */
export const printDoctorReport = async (
  options: ServeOptions,
  { variables, clock, out, hasColors, columns }: Context,
): Promise<void> => {
  const findings = await checkAll(options, variables, clock());
  out(doctorReport(findings, { hasColors, columns }));
  const failures = findings.filter(({ is }) => is === "wrong").length;
  if (failures > 0)
    throw new SettingsError(`${failures === 1 ? "one thing is" : `${failures} things are`} wrong`);
};
