import { requireSoundStore } from "../../server/host/data-folder/require-sound-store.ts";
import type { Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { holderOf, isInUse, portRefusal } from "./port.ts";

/** The refusal of a start whose port cannot be had: it says who holds it. */
export const refusalOf = async (failure: Error, settings: Settings): Promise<SettingsError> => {
  if (!isInUse(failure)) return portRefusal(failure, settings, null);
  const key = (await requireSoundStore(settings))?.publicKeys[0];
  return portRefusal(failure, settings, await holderOf(settings, key));
};
