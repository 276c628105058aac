import type { Settings } from "../settings/settings.ts";
import { readKeysFile } from "./client-keys.ts";
import { requireUsable } from "./data-folder.ts";
import { requireEnvironment } from "./environment-file.ts";
import { requireMasterKey } from "./master-key.ts";
import { requireSoundStore } from "./require-sound-store.ts";

/** Throws where a server must not start on a data folder and its store; changes nothing. */
export const requireStartable = async (settings: Settings): Promise<void> => {
  requireUsable(settings.dataFolder);
  requireEnvironment(settings);
  readKeysFile(settings);
  requireMasterKey(settings, await requireSoundStore(settings));
};
