import { join } from "node:path";
import { pickDialect } from "../../store/dialects/index.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";

/** The settings that locate a store, and the environment of that store, if checked. */
export type StoreSettings = Pick<Settings, "dataFolder" | "databaseUrl"> &
  Partial<Pick<Settings, "environment">>;

/** The file of a store in its data folder. */
export const STORE_FILE = "service-link.db";

/**
 * Returns the address of the store from DATABASE_URL, or else a file in the data folder. Throws a
 * SettingsError if DATABASE_URL names no usable database.
 */
export const storeAddress = ({ dataFolder, databaseUrl }: StoreSettings): string => {
  if (databaseUrl === undefined) return join(dataFolder, STORE_FILE);
  return readStoreAddress(databaseUrl, "DATABASE_URL");
};

/** Reads an address from the variable or option of this name; throws a SettingsError. */
export const readStoreAddress = (text: string, name: string): string => {
  const address = text.replace(/^sqlite:(\/\/)?/i, "");
  try {
    if (address === "") throw new Error("it names no database");
    pickDialect(address).check(address);
  } catch (failure) {
    const { message, cause } = failure instanceof Error ? failure : new Error(String(failure));
    throw new SettingsError(`${name}: ${message}`, { cause });
  }
  return address;
};

/**
 * Returns the address of the store's standbys from DATABASE_READ_URL; null without one. Throws a
 * SettingsError if the store has no standbys, or if the address is invalid.
 */
export const standbyAddress = ({
  dataFolder,
  databaseUrl,
  databaseReadUrl,
}: StoreSettings & Pick<Settings, "databaseReadUrl">): string | null => {
  if (databaseReadUrl === undefined) return null;
  const { standbys, name } = pickDialect(storeAddress({ dataFolder, databaseUrl }));
  if (!standbys)
    throw new SettingsError(
      `DATABASE_READ_URL: the store is in ${name}, which has no standby; set DATABASE_URL to a PostgreSQL database, or leave DATABASE_READ_URL out`,
    );
  try {
    standbys.check(databaseReadUrl);
  } catch (failure) {
    const { message, cause } = failure instanceof Error ? failure : new Error(String(failure));
    throw new SettingsError(`DATABASE_READ_URL: ${message}`, { cause });
  }
  return databaseReadUrl;
};

/** Returns the store's name for messages: its file, or its database without the password. */
export const storeName = (settings: StoreSettings): string => {
  const address = storeAddress(settings);
  return pickDialect(address).nameOf(address);
};

/** Returns the advice to use another store. */
export const otherStore = ({ databaseUrl }: StoreSettings): string =>
  databaseUrl === undefined
    ? "name another folder with --data"
    : "name another one in DATABASE_URL";
