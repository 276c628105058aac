import { join } from "node:path";
import { type Settings, SettingsError } from "../settings/settings.ts";
import { dialectOf } from "../store/dialects/index.ts";

/** What says where a store is; with an environment it has to be of that one. */
export type StoreSettings = Pick<Settings, "dataFolder" | "databaseUrl"> &
  Partial<Pick<Settings, "environment">>;

/** The file of a store in its data folder. */
export const STORE_FILE = "service-link.db";

/**
 * The address of the store: what DATABASE_URL names, or else a file in the data folder. Throws a
 * SettingsError where DATABASE_URL names no database that a store can be in.
 */
export const storeAddress = ({ dataFolder, databaseUrl }: StoreSettings): string => {
  if (databaseUrl === undefined) return join(dataFolder, STORE_FILE);
  return readStoreAddress(databaseUrl, "DATABASE_URL");
};

/** An address as people write it, in a variable or option of a name; throws a SettingsError. */
export const readStoreAddress = (text: string, name: string): string => {
  const address = text.replace(/^sqlite:(\/\/)?/i, "");
  try {
    if (address === "") throw new Error("it names no database");
    dialectOf(address).check(address);
  } catch (failure) {
    const { message, cause } = failure instanceof Error ? failure : new Error(String(failure));
    throw new SettingsError(`${name}: ${message}`, { cause });
  }
  return address;
};

/** What people call the store: its file, or its database without the password. */
export const storeName = (settings: StoreSettings): string => {
  const address = storeAddress(settings);
  return dialectOf(address).nameOf(address);
};

/** What else can be named in place of a store. */
export const otherStore = ({ databaseUrl }: StoreSettings): string =>
  databaseUrl === undefined
    ? "name another folder with --data"
    : "name another one in DATABASE_URL";
