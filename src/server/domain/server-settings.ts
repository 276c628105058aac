import { type Brand, brandOf, DEFAULT_BRAND } from "../../protocol/brand/brand.ts";
import { isBrandName } from "../../protocol/brand/brand-name.ts";
import type { BrandSource } from "../../protocol/dashboard/dashboard.ts";

/** The port for settings of the server, which are texts by name. */
export type SettingStore = {
  /** Stores a value under a name, unless there is one; returns the stored one. */
  getOrSet(name: string, value: string): Promise<string>;
  /** Returns the value of a name; null if the name has none. */
  get(name: string): Promise<string | null>;
  /** Compare-and-set: returns false and changes nothing if the value is not `previous`. */
  replace(name: string, previous: string | null, value: string): Promise<boolean>;
};

/** The brand of a program, fixed from its start to its end, and its source. */
export type ServerBrand = { brand: Brand; source: BrandSource };

const SETTING = "brand";

/** The name that the operator set on the Dashboard; empty for none. */
export const storedBrandName = async ({ settings }: { settings: SettingStore }): Promise<string> =>
  (await settings.get(SETTING)) ?? "";

/** Stores the name for future starts; an empty one for none. */
export const storeBrandName = async (
  name: string,
  { settings }: { settings: SettingStore },
): Promise<void> => {
  const previous = await settings.getOrSet(SETTING, name);
  if (previous !== name) await settings.replace(SETTING, previous, name);
};

/** Returns the brand of a start: from the option or variable, else the Dashboard, else the default. */
export const brandOfStart = async (
  given: ServerBrand | null,
  store: { settings: SettingStore },
): Promise<ServerBrand> => {
  if (given) return given;
  const name = await storedBrandName(store);
  // A newer JavaScript may have taken a name for itself.
  return isBrandName(name)
    ? { brand: brandOf(name), source: "dashboard" }
    : { brand: DEFAULT_BRAND, source: "default" };
};

/** The name of the setting in the store; it has the URL of the server that listened last. */
export const SERVER_URL_SETTING = "server-url";

/** Stores the URL of the server, for commands that run next to it with settings of their own. */
export const storeServerUrl = async (
  url: string,
  { settings }: { settings: SettingStore },
): Promise<void> => {
  const previous = await settings.get(SERVER_URL_SETTING);
  if (previous !== url) await settings.replace(SERVER_URL_SETTING, previous, url);
};

/** The URL of the server of a store; null if none has listened yet. */
export const storedServerUrl = ({ settings }: { settings: SettingStore }): Promise<string | null> =>
  settings.get(SERVER_URL_SETTING);

/** The name of the setting in the store; it has the time of the last backup as ISO 8601. */
export const BACKED_UP_SETTING = "backed-up-at";

/** The last backup that the command made of a store, in ms since 1970; null without one. */
export const lastBackupAt = async ({
  settings,
}: {
  settings: SettingStore;
}): Promise<number | null> => {
  const at = Date.parse((await settings.get(BACKED_UP_SETTING)) ?? "");
  return Number.isNaN(at) ? null : at;
};
