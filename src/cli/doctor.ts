import { SettingsError } from "../server/settings/settings-error.ts";
import { examine } from "./doctor/doctor-checks.ts";
import { doctorReport } from "./doctor/doctor-report.ts";

/** Checks whether a server can start with these options and variables; changes nothing. */
export const doctor = async (
  args: string[],
  variables: Record<string, string | undefined>,
): Promise<void> => {
  const findings = await examine(args, variables, Date.now());
  const { stdout } = process;
  const coloured = stdout.isTTY === true && stdout.hasColors();
  stdout.write(doctorReport(findings, { coloured, columns: stdout.columns }));
  const failed = findings.filter(({ is }) => is === "wrong").length;
  if (failed > 0)
    throw new SettingsError(`${failed === 1 ? "one thing is" : `${failed} things are`} wrong`);
};
