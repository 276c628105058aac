import { isDeepStrictEqual } from "node:util";
import type { Owner } from "../../../protocol/account.ts";
import type { NewJob } from "../jobs/job.ts";
import type { WebhookOf } from "../webhooks/webhook.ts";
import type { ItemDeps } from "./deps.ts";
import type { Owners } from "./fetch-owners.ts";
import type { Item } from "./item.ts";

type Changes = WebhookOf<"IDENTITY:DEFAULT_UPDATE">["changes"];
type Part = Changes extends ReadonlyMap<string, readonly (infer P)[]> ? P : never;

const FIELDS = {
  ADDRESSES: "addresses",
  EMAILS: "emails",
  NAMES: "names",
  PHONE_NUMBERS: "phone_numbers",
} as const satisfies Record<Part, keyof Owner>;

/**
 * Creates the webhook for changed owners; none for accounts whose owners were never read, or if the Item does
 * not have Identity.
 */
export const identityWebhooks = (
  { webhooks }: Pick<ItemDeps, "webhooks">,
  item: Pick<Item, "itemId" | "clientId" | "webhook" | "products">,
  previousOwners: Owners,
  currentOwners: Owners,
): NewJob[] => {
  if (!item.products.includes("identity")) return [];
  const changes = new Map(
    [...currentOwners].flatMap(([accountId, owners]) => {
      const previous = previousOwners.get(accountId);
      const parts = previous ? changedParts(previous, owners) : [];
      return parts.length > 0 ? [[accountId, parts] as const] : [];
    }),
  );
  return changes.size > 0
    ? webhooks.forItem(item, { name: "IDENTITY:DEFAULT_UPDATE", changes })
    : [];
};

const changedParts = (previous: readonly Owner[], current: readonly Owner[]): Part[] =>
  (Object.keys(FIELDS) as Part[]).filter((part) => {
    const valuesOf = (owners: readonly Owner[]) => owners.map((owner) => owner[FIELDS[part]]);
    return !isDeepStrictEqual(valuesOf(previous), valuesOf(current));
  });
