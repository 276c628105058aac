import { isDeepStrictEqual } from "node:util";
import type { Owner } from "../../../protocol/account.ts";
import { Fault } from "../fault.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { NewJob } from "../jobs/job.ts";
import type { WebhookOf } from "../webhooks/webhook.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item } from "./item.ts";
import { ITEM_STATES, itemState } from "./item-state.ts";
import { readInstitution } from "./read-institution.ts";

/** The owners of each account, by account_id. */
export type Owners = ReadonlyMap<string, Owner[]>;

/**
 * Fetches the owners of an Item's accounts from the institution. On failure, returns the stored
 * owners, or throws the error without any.
 */
export const fetchOwners = async (
  services: ItemDeps,
  item: Item,
  priority: ReadPriority = "user",
): Promise<Owners> => {
  const { clock, environment, store } = services;
  const state = ITEM_STATES[itemState(item, { environment, now: clock() })];
  const lastOwners = await store.items.owners(item.itemId);
  try {
    if (state.refusals.institution) throw new Fault(state.refusals.institution);
    const owners = await requestOwners(services, item, priority);
    if (JSON.stringify([...owners]) !== JSON.stringify([...lastOwners]))
      await store.items.setOwners(item.itemId, owners);
    return owners;
  } catch (refusal) {
    if (!(refusal instanceof Fault) || lastOwners.size === 0) throw refusal;
    return lastOwners;
  }
};

/**
 * Fetches and stores the owners of an Item's accounts, with a webhook after changes. Throws the
 * institution's error.
 */
export const refreshOwners = async (services: ItemDeps, item: Item): Promise<void> => {
  const owners = await requestOwners(services, item, "user");
  await services.store.transact(async ({ items, jobs }) => {
    // A concurrent refresh may have stored these owners, and sent their webhook.
    const previous = await items.owners(item.itemId);
    await items.setOwners(item.itemId, owners);
    await jobs.add(identityWebhooks(services, item, previous, owners));
  });
};

async function requestOwners(
  services: ItemDeps,
  item: Item,
  priority: ReadPriority,
): Promise<Owners> {
  const { store } = services;
  const answer = await readInstitution(
    services,
    item,
    (connector, login) => connector.identity(login),
    priority,
  );
  const accounts = await store.items.accounts(item.itemId);
  return new Map(
    accounts.map(({ key, account }) => [
      account.account_id,
      answer.find((entry) => entry.key === key)?.owners ?? [],
    ]),
  );
}

type Changes = WebhookOf<"IDENTITY:DEFAULT_UPDATE">["changes"];
type Part = Changes extends ReadonlyMap<string, readonly (infer P)[]> ? P : never;

const FIELDS = {
  ADDRESSES: "addresses",
  EMAILS: "emails",
  NAMES: "names",
  PHONE_NUMBERS: "phone_numbers",
} as const satisfies Record<Part, keyof Owner>;

/**
 * Creates the webhook for changed owners; none for an account's first owners, or without Identity.
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
    const listValues = (owners: readonly Owner[]) => owners.map((owner) => owner[FIELDS[part]]);
    return !isDeepStrictEqual(listValues(previous), listValues(current));
  });
