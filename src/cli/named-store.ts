import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type StoreSettings, storeName } from "../server/host/data-folder/store-address.ts";
import { pickDialect } from "../server/store/dialects/index.ts";

/** A store by address and display name. The address of a file is its real path. */
export type NamedStore = { address: string; name: string; settings: StoreSettings };

/** Names the store at an address, for the server of a data folder. */
export const toNamedStore = (storeAddress: string, dataFolder: string): NamedStore => {
  const isFile = pickDialect(storeAddress).files(storeAddress).length > 0;
  const address = !isFile
    ? storeAddress
    : existsSync(storeAddress)
      ? realpathSync(storeAddress)
      : resolve(storeAddress);
  const settings = { dataFolder, databaseUrl: address };
  return { address, settings, name: storeName(settings) };
};
