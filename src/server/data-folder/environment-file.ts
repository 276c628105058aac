import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENTS } from "../../protocol/vocabulary.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import { writeNew } from "./write-new.ts";

/** Refuses a folder that has the data of another environment. */
export const requireEnvironment = ({
  dataFolder,
  environment,
}: Pick<Settings, "dataFolder" | "environment">): void => {
  const file = join(dataFolder, "environment");
  if (!existsSync(file)) return;
  const environmentOfData = ENVIRONMENTS.find((one) => one === readFileSync(file, "utf8").trim());
  if (environmentOfData === undefined)
    throw new SettingsError(`${file} names no environment`, {
      advice: `write into it the one that the data is of: ${ENVIRONMENTS.join(", ")}`,
    });
  if (environmentOfData !== environment)
    throw new SettingsError(
      `the data in ${dataFolder} is of ${environmentOfData}, not of ${environment}`,
      {
        advice: `set SERVICE_ENV=${environmentOfData}, or use another --data folder`,
      },
    );
};

/** Says in the folder which environment its data is of; refuses the data of another one. */
export const keepEnvironment = (settings: Settings): void => {
  writeNew(join(settings.dataFolder, "environment"), `${settings.environment}\n`);
  requireEnvironment(settings);
};
