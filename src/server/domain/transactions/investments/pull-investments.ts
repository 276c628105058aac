import type { Environment } from "../../../../protocol/vocabulary.ts";
import { dayAt, monthsBefore, toDate } from "../../calendar.ts";
import { Fault } from "../../fault.ts";
import type { ReadPriority } from "../../institutions/request-quota.ts";
import type { Item, ItemAccount } from "../../items/item.ts";
import { ITEM_STATES, itemState, requireAccess } from "../../items/item-state.ts";
import { readInstitution } from "../../items/read-institution.ts";
import { readTogether } from "../../items/shared-read.ts";
import { pullBalances } from "../pull-transactions.ts";
import type { InvestmentDeps } from "./deps.ts";
import {
  dailyInvestmentsJob,
  extraInvestmentsJob,
  firstInvestmentsJob,
} from "./investment-jobs.ts";
import { investmentWebhooks } from "./investment-webhooks.ts";
import { type AccountInvestments, ofAccounts, withUnlisted } from "./investments.ts";

/** The number of months of transactions to read. */
const MONTHS = 24;

/** Returns the investment accounts of an Item; throws NO_INVESTMENT_ACCOUNTS without any. */
const investmentAccounts = async (
  { store }: Pick<InvestmentDeps, "store">,
  { itemId }: Pick<Item, "itemId">,
): Promise<ItemAccount[]> => {
  const accounts = await store.items.accounts(itemId);
  const own = accounts.filter(({ account }) => account.type === "investment");
  if (own.length === 0) throw new Fault("NO_INVESTMENT_ACCOUNTS");
  return own;
};

/**
 * Pulls an Item's investments if they were never read, or are due: in the sandbox on each later
 * day, since a test may advance its clock; elsewhere a daily job pulls. With `isAsync` a job makes
 * the first read, and PRODUCT_NOT_READY is thrown. Throws the institution's error if nothing is
 * stored.
 */
export const ensureInvestments = async (
  services: InvestmentDeps,
  item: Item,
  { isAsync = false }: { isAsync?: boolean | undefined } = {},
): Promise<void> => {
  const { clock, environment, store } = services;
  const accounts = await investmentAccounts(services, item);
  const readAt = await store.investments.readAt(item.itemId);
  const moment = { environment, now: clock() };
  const ids = accounts.map(({ account }) => account.account_id);
  if (!ids.every((id) => readAt.has(id))) {
    requireAccess(item, "institution", moment);
    if (!isAsync) return pullInvestments(services, item);
    await store.jobs.add([firstInvestmentsJob(services, item)]);
    throw new Fault("PRODUCT_NOT_READY");
  }
  const isGood = ITEM_STATES[itemState(item, moment)].refusals.institution === undefined;
  if (!isGood || areCurrent(ids, readAt, moment)) return;
  try {
    await pullInvestments(services, item, "background");
  } catch (failure) {
    // While the institution allows no more calls, the older data is returned.
    if (!(failure instanceof Fault && failure.code === "INSTITUTION_RATE_LIMIT")) throw failure;
  }
};

/** Whether the accounts' investments were read; in the sandbox, read on this day. */
export const areCurrent = (
  accountIds: readonly string[],
  readAt: ReadonlyMap<string, number>,
  { environment, now }: { environment: Environment; now: number },
): boolean =>
  accountIds.every((id) => {
    const time = readAt.get(id);
    return time !== undefined && (environment !== "sandbox" || dayAt(time) >= dayAt(now));
  });

/**
 * Returns an Item's investments by account id, or the stored ones if the institution refuses. Empty
 * without the product, or without an investment account.
 */
export const storedInvestments = async (
  services: InvestmentDeps,
  item: Item,
): Promise<ReadonlyMap<string, AccountInvestments>> => {
  if (!item.products.includes("investments")) return new Map();
  try {
    await ensureInvestments(services, item);
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
  }
  return services.store.investments.find(item.itemId);
};

/** Pulls ahead of schedule: at once in the sandbox, by a job elsewhere, since an institution may be slow. */
export const refreshInvestments = async (services: InvestmentDeps, item: Item): Promise<void> => {
  await investmentAccounts(services, item);
  if (services.environment === "sandbox") return pullInvestments(services, item);
  await services.store.jobs.add([extraInvestmentsJob(services, item)]);
};

/**
 * Pulls an Item's investments and balances once for all concurrent callers, and schedules the next
 * day's pull. Throws PRODUCTS_NOT_SUPPORTED if the institution has no investment data.
 */
export const pullInvestments = (
  services: InvestmentDeps,
  item: Item,
  priority: ReadPriority = "user",
): Promise<void> =>
  readTogether(
    services,
    { itemId: item.itemId, kind: "investments" },
    async () => {
      const { clock, store } = services;
      const today = dayAt(clock());
      const period = { from: toDate(monthsBefore(today, MONTHS)), to: toDate(today) };
      const reading = await readInstitution(
        services,
        item,
        (connector, login) => {
          if (connector.investments) return connector.investments(login, period);
          throw new Fault("PRODUCTS_NOT_SUPPORTED", {
            message: "the institution does not support investments",
          });
        },
        priority,
      );
      const accounts = await investmentAccounts(services, item);
      const previous = await store.investments.find(item.itemId);
      const listed = ofAccounts(item, accounts, reading);
      const { since } = reading;
      const current = since
        ? withUnlisted(listed, previous, accounts, { since, from: period.from })
        : listed;
      await store.investments.set(item.itemId, current, clock(), [
        ...investmentWebhooks(services, item, previous, current),
        dailyInvestmentsJob(services, item),
      ]);
      await pullBalances(services, item, priority);
    },
    { priority },
  );
