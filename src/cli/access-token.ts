import { randomBytes } from "node:crypto";
import { digest } from "../server/domain/identifiers.ts";
import type { Store } from "../server/domain/store.ts";
import { openVault, readMasterKeys } from "../server/host/data-folder/master-key.ts";
import { type Settings, SettingsError } from "../server/host/settings/settings.ts";

type Owner = { settings: Settings; store: Store; clientId: string };

/** Returns the access token of an Item, derived from the item_id and the master key. */
export async function accessTokenFor(
  itemId: string,
  variable: string | undefined,
  { settings, store, clientId }: Owner,
): Promise<string> {
  if (itemId.startsWith("access-"))
    throw new SettingsError("--item takes an item_id, not an access_token", {
      advice: "others can read a command line; put the token into the variable ACCESS_TOKEN",
    });
  if (itemId === "") {
    if (variable) return variable;
    throw new SettingsError("the Item is missing", {
      advice: "name it with --item <item_id>, or put its access_token into ACCESS_TOKEN",
    });
  }
  const item = await store.items.byItemId(itemId);
  if (item?.clientId !== clientId || item.removedAt !== null)
    throw new SettingsError(`${clientId} has no Item ${itemId} in ${settings.dataFolder}`, {
      advice: "/item/get and the Dashboard show an Item's item_id",
    });
  const vault = await openVault(store, readMasterKeys(settings, randomBytes, false), settings);
  const token = vault
    .accessTokens(settings.environment, itemId, item.accessTokenGeneration)
    .find((each) => digest(each) === item.accessTokenDigest);
  if (token === undefined)
    throw new SettingsError("the master key is not the one that this Item was made under");
  return token;
}
