import { type Brand, brandOf, DEFAULT_BRAND } from "../../protocol/brand.ts";
import { isBrandName } from "../../protocol/brand-name.ts";
import type { BrandSource } from "../../protocol/dashboard.ts";
import type { SettingStore } from "./setting-store.ts";

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
  const before = await settings.getOrSet(SETTING, name);
  if (before !== name) await settings.replace(SETTING, before, name);
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
