import {
  type StoreSettings,
  storeAddress,
  storeName,
} from "../../server/host/data-folder/store-address.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { sqlite } from "../../server/store/dialects/sqlite.ts";

/** Returns the file of a store; throws if the store is in another kind of database. */
export const requireStoreFile = (settings: StoreSettings): string => {
  const address = storeAddress(settings);
  if (sqlite.accepts(address)) return address;
  throw new SettingsError(`${storeName(settings)} is no file`, {
    advice: "use the database's own tools, such as pg_dump and pg_restore of PostgreSQL",
  });
};
