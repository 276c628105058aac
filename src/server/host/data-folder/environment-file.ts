import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENTS } from "../../../protocol/vocabulary.ts";
import type { Store } from "../../domain/store.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import { otherStore, type StoreSettings, storeName } from "./store-address.ts";
import { writeNew } from "./write-new.ts";

/** Refuses a folder that has the data of another environment. */
export const requireEnvironment = ({
  dataFolder,
  environment,
}: Pick<Settings, "dataFolder" | "environment">): void => {
  const file = join(dataFolder, "environment");
  if (!existsSync(file)) return;
  const environmentOfData = ENVIRONMENTS.find(
    (environment) => environment === readFileSync(file, "utf8").trim(),
  );
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

/** The name of the setting in the store, which several machines may share. */
const ENVIRONMENT_SETTING = "environment";

/** Refuses a store that has the data of another environment. */
export const requireEnvironmentOf = (
  storeSettings: Record<string, string>,
  settings: StoreSettings,
): void => {
  const environment = storeSettings[ENVIRONMENT_SETTING];
  if (environment === undefined || settings.environment === undefined) return;
  if (environment !== settings.environment)
    throw new SettingsError(
      `${storeName(settings)} is of ${environment}, not of ${settings.environment}`,
      { advice: `set SERVICE_ENV=${environment}, or ${otherStore(settings)}` },
    );
};

/** Records the environment in the store; refuses a store of another environment. */
export const writeEnvironmentSetting = async (store: Store, settings: Settings): Promise<void> => {
  const setting = await store.settings.getOrSet(ENVIRONMENT_SETTING, settings.environment);
  requireEnvironmentOf({ [ENVIRONMENT_SETTING]: setting }, settings);
};

/** Records the environment in the data folder; refuses a folder of another environment. */
export const writeEnvironmentFile = (settings: Settings): void => {
  writeNew(join(settings.dataFolder, "environment"), `${settings.environment}\n`);
  requireEnvironment(settings);
};
