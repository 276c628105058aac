import { isDeepStrictEqual } from "node:util";
import type { Liabilities, LiabilityTerms } from "../../../protocol/liabilities.ts";
import { DAY_MS, dayAt, toDate } from "../calendar.ts";
import { Fault } from "../fault.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item, ItemRef } from "./item.ts";
import { ITEM_STATES, itemState } from "./item-state.ts";
import { readInstitution } from "./read-institution.ts";

/** The terms of an Item's debts, by account id. */
export type LiabilitiesByAccount = ReadonlyMap<string, LiabilityTerms>;

/** The name of the job that pulls the terms of debts. */
export const LIABILITIES_JOB = "pull-liabilities";

/** The job of an Item's first pull of its debts; idempotent. */
export const firstLiabilitiesJob = (services: Timer, item: ItemRef): NewJob =>
  jobAt(services, item, "first", services.clock());

/** The job of the next daily pull; idempotent. */
export const dailyLiabilitiesJob = (services: Timer, item: ItemRef): NewJob => {
  const dueAt = services.clock() + DAY_MS;
  return jobAt(services, item, toDate(dayAt(dueAt)), dueAt);
};

type Timer = Pick<Runtime, "clock" | "random">;

const jobAt = (
  services: Timer,
  { itemId, institutionId }: ItemRef,
  reason: string,
  dueAt: number,
): NewJob =>
  newJob(services, {
    jobId: `${LIABILITIES_JOB}:${itemId}:${reason}`,
    name: LIABILITIES_JOB,
    payload: { item_id: itemId },
    lane: `institution ${institutionId}`,
    dueAt,
  });

/**
 * Fetches the terms of an Item's debts from the institution. On failure, returns the stored terms,
 * or throws the error without any. After the first read a job pulls them daily.
 */
export const fetchLiabilities = async (
  services: ItemDeps,
  item: Item,
): Promise<LiabilitiesByAccount> => {
  const { clock, environment, store } = services;
  const state = ITEM_STATES[itemState(item, { environment, now: clock() })];
  const last = await store.items.liabilities(item.itemId);
  try {
    if (state.refusals.institution) throw new Fault(state.refusals.institution);
    const current = await requestLiabilities(services, item, "user");
    if (!isDeepStrictEqual([...current], [...last]))
      await store.transact(async ({ items, jobs }) => {
        await items.setLiabilities(item.itemId, current);
        if (last.size === 0) await jobs.add([dailyLiabilitiesJob(services, item)]);
      });
    return current;
  } catch (refusal) {
    if (!(refusal instanceof Fault) || last.size === 0) throw refusal;
    return last;
  }
};

/**
 * Pulls and stores the terms of an Item's debts, with a webhook after changes. Throws the
 * institution's error.
 */
export const pullLiabilities = async (services: ItemDeps, item: Item): Promise<void> => {
  const previous = await services.store.items.liabilities(item.itemId);
  const current = await requestLiabilities(services, item, "background");
  if (isDeepStrictEqual([...current], [...previous])) return;
  await services.store.transact(async ({ items, jobs }) => {
    await items.setLiabilities(item.itemId, current);
    await jobs.add(liabilityWebhooks(services, item, previous, current));
  });
};

async function requestLiabilities(
  services: ItemDeps,
  item: Item,
  priority: ReadPriority,
): Promise<LiabilitiesByAccount> {
  const answer = await readInstitution(
    services,
    item,
    (connector, login) => {
      if (!connector.liabilities)
        throw new Fault("PRODUCTS_NOT_SUPPORTED", {
          message: "the institution does not tell the terms of cards and loans",
        });
      return connector.liabilities(login);
    },
    priority,
  );
  const accounts = await services.store.items.accounts(item.itemId);
  return new Map(
    accounts.flatMap(({ key, account }) => {
      const entry = answer.find((liability) => liability.key === key);
      if (!entry) return [];
      const { key: _, ...terms } = entry;
      return [[account.account_id, terms as LiabilityTerms] as const];
    }),
  );
}

/** Creates the webhook for new debts and changed fields; none without changes. */
const liabilityWebhooks = (
  { webhooks }: Pick<ItemDeps, "webhooks">,
  item: Item,
  previous: LiabilitiesByAccount,
  current: LiabilitiesByAccount,
): NewJob[] => {
  const newAccountIds = [...current.keys()].filter((accountId) => !previous.has(accountId));
  const changes = new Map(
    [...current].flatMap(([accountId, { terms }]) => {
      const before = previous.get(accountId);
      const fields = before ? changedFields(before.terms, terms) : [];
      return fields.length > 0 ? [[accountId, fields] as const] : [];
    }),
  );
  if (newAccountIds.length + changes.size === 0) return [];
  return webhooks.forItem(item, { name: "LIABILITIES:DEFAULT_UPDATE", newAccountIds, changes });
};

const changedFields = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] => Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** The debts as the API returns them, for all or some accounts. */
export const liabilitiesShape = (
  liabilities: LiabilitiesByAccount,
  accountIds: ReadonlySet<string>,
): Liabilities => {
  const shape: Liabilities = { credit: [], mortgage: [], student: [] };
  for (const [account_id, liability] of liabilities) {
    if (!accountIds.has(account_id)) continue;
    switch (liability.kind) {
      case "credit":
        shape.credit.push({ account_id, ...liability.terms });
        break;
      case "mortgage":
        shape.mortgage.push({ account_id, ...liability.terms });
        break;
      case "student":
        shape.student.push({ account_id, ...liability.terms });
    }
  }
  return shape;
};
