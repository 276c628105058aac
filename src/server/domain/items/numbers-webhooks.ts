import { isDeepStrictEqual } from "node:util";
import type { NewJob } from "../jobs/job.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item, ItemAccount } from "./item.ts";

/**
 * Creates the webhooks for account numbers of a new login: for accounts that had none before or are new in
 * the Item, and for those whose numbers changed. Returns none if the Item does not have Auth.
 */
export const numbersWebhooks = (
  { webhooks }: Pick<ItemDeps, "webhooks">,
  item: Pick<Item, "itemId" | "clientId" | "webhook" | "products">,
  existing: readonly ItemAccount[],
  renewed: readonly ItemAccount[],
): NewJob[] => {
  if (!item.products.includes("auth")) return [];
  const idsOf = (hadNumbers: boolean) =>
    renewed
      .filter(({ account: { account_id }, numbers }) => {
        const previous = existing.find(({ account }) => account.account_id === account_id);
        const numbersBefore = previous?.numbers ?? {};
        if (isDeepStrictEqual(numbersBefore, numbers)) return false;
        return Object.keys(numbersBefore).length > 0 === hadNumbers;
      })
      .map(({ account }) => account.account_id);
  const [newAccountIds, updatedAccountIds] = [idsOf(false), idsOf(true)];
  if (newAccountIds.length + updatedAccountIds.length === 0) return [];
  return webhooks.forItem(item, {
    name: "AUTH:DEFAULT_UPDATE",
    newAccountIds,
    updatedAccountIds,
  });
};
