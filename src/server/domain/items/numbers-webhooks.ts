import { isDeepStrictEqual } from "node:util";
import type { NewJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import type { Item, ItemAccount } from "./item.ts";

/**
 * The jobs that tell an application of numbers that a new login found: of accounts that had none
 * before, and of those that have others now. None where the Item is not for Auth.
 */
export const numbersWebhooks = (
  { webhooks }: Pick<Services, "webhooks">,
  item: Pick<Item, "itemId" | "clientId" | "webhook" | "products">,
  before: readonly ItemAccount[],
  after: readonly ItemAccount[],
): NewJob[] => {
  if (!item.products.includes("auth")) return [];
  const idsOf = (hadNumbers: boolean) =>
    after
      .filter((one) => {
        const old = before.find(({ account }) => account.account_id === one.account.account_id);
        if (!old || isDeepStrictEqual(old.numbers, one.numbers)) return false;
        return Object.keys(old.numbers).length > 0 === hadNumbers;
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
