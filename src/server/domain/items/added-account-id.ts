import { createHash } from "node:crypto";
import { opaqueId } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";
import type { Item } from "./item.ts";
import { persistentAccountId } from "./persistent-account-id.ts";

/**
 * The id of an account that is added to an Item: the same one in however many sessions at once it is chosen.
 * Like the persistent id that it is made of, it says nothing of the institution's own key.
 */
export const addedAccountId = (
  services: Pick<Runtime, "vault">,
  item: Pick<Item, "itemId" | "clientId" | "institutionId">,
  key: string,
): string => {
  const seed = JSON.stringify([item.itemId, persistentAccountId(services, item, key) ?? ""]);
  return opaqueId(
    (bytes) => createHash("shake256", { outputLength: bytes }).update(seed).digest(),
    37,
  );
};
