import { type Brand, brandOf, DEFAULT_BRAND } from "../../protocol/brand/brand.ts";
import { isBrandName } from "../../protocol/brand/brand-name.ts";
import type { BrandSource } from "../../protocol/dashboard/dashboard.ts";

/** The port for named settings of the server, as texts. */
export type SettingStore = {
  /** Stores a value under a new name; returns the stored value. */
  getOrSet(name: string, value: string): Promise<string>;
  /** Returns the value of a name, or null. */
  get(name: string): Promise<string | null>;
  /** Compare-and-set: false without changes unless the value is `previous`. */
  replace(name: string, previous: string | null, value: string): Promise<boolean>;
};

/** The brand of a running program, and the source of the brand. */
export type ServerBrand = { brand: Brand; source: BrandSource };

const SETTING = "brand";

/** The name that the operator set on the Dashboard; empty for none. */
export const storedBrandName = async ({ settings }: { settings: SettingStore }): Promise<string> =>
  (await settings.get(SETTING)) ?? "";

/** Stores the name for future starts; empty for none. */
export const storeBrandName = async (
  name: string,
  { settings }: { settings: SettingStore },
): Promise<void> => {
  const previous = await settings.getOrSet(SETTING, name);
  if (previous !== name) await settings.replace(SETTING, previous, name);
};

/** Returns the brand for a start, from the option or variable, the Dashboard, or the default. */
export const brandOfStart = async (
  given: ServerBrand | null,
  store: { settings: SettingStore },
): Promise<ServerBrand> => {
  if (given) return given;
  const name = await storedBrandName(store);
  // A newer JavaScript may reserve a name that was allowed before.
  return isBrandName(name)
    ? { brand: brandOf(name), source: "dashboard" }
    : { brand: DEFAULT_BRAND, source: "default" };
};

/** The name of the setting with the URL of the server that listened last. */
export const SERVER_URL_SETTING = "server-url";

/** Stores the server's URL for commands on the same machine, which have settings of their own. */
export const storeServerUrl = async (
  url: string,
  { settings }: { settings: SettingStore },
): Promise<void> => {
  const previous = await settings.get(SERVER_URL_SETTING);
  if (previous !== url) await settings.replace(SERVER_URL_SETTING, previous, url);
};

/** The URL of a store's server; null before a server has listened. */
export const storedServerUrl = ({ settings }: { settings: SettingStore }): Promise<string | null> =>
  settings.get(SERVER_URL_SETTING);

/** The name of the setting with the time of the last backup, as ISO 8601. */
export const BACKED_UP_SETTING = "backed-up-at";

/** The time of the last `backup`, in ms since 1970; null without one. */
export const lastBackupAt = async ({
  settings,
}: {
  settings: SettingStore;
}): Promise<number | null> => {
  const at = Date.parse((await settings.get(BACKED_UP_SETTING)) ?? "");
  return Number.isNaN(at) ? null : at;
};
