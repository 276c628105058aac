import type { ErrorCause } from "../../../protocol/errors.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { periodOfDays } from "../asset-reports/asset-report.ts";
import { newestFirst } from "../asset-reports/newest-first.ts";
import { pullAll, readOwners } from "../asset-reports/write-item.ts";
import { dateOf, dayAt } from "../calendar.ts";
import { Fault } from "../fault.ts";
import type { Item } from "../items/item.ts";
import { requireAccess } from "../items/item-state.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { Services } from "../services.ts";
import type { LinkedItem } from "./linked-item.ts";

/** An Item as it was read, or why it could not be; the owners may be missing by themselves. */
export type ItemReading =
  | { item: LinkedItem; ownersRefusal: ErrorCause | null }
  | { refusal: Fault; cause: ErrorCause };

/** Reads an Item for a report: its history is pulled first, where it has not been. */
export const readLinkedItem = async (
  services: Services,
  item: Item,
  days: number,
): Promise<ItemReading> => {
  const { clock, directory, environment, store } = services;
  const { itemId, institutionId } = item;
  const causeOf = ({ body }: Fault): ErrorCause => ({ ...body, item_id: itemId });
  try {
    requireAccess(item, "institution", { environment, now: clock() });
    await pullAll(services, item);
    const { owners, refusal } = await readOwners(services, item);
    const updatedAt = clock();
    const accounts = await store.items.accounts(itemId);
    const transactions = await transactionsOf(services, itemId, days, updatedAt);
    return {
      item: {
        itemId,
        institutionId,
        institutionName: directory.get(institutionId).name,
        updatedAt,
        accounts: accounts.map(({ account }) => ({
          account,
          owners: owners.get(account.account_id) ?? NO_OWNERS,
          transactions: transactions.get(account.account_id) ?? [],
        })),
      },
      ownersRefusal: refusal && causeOf(refusal),
    };
  } catch (refusal) {
    if (refusal instanceof Fault) return { refusal, cause: causeOf(refusal) };
    throw refusal;
  }
};

const NO_OWNERS: readonly Owner[] = [];

/** The transactions of each account, those included that are booked for a later day. */
async function transactionsOf(
  { store }: Services,
  itemId: string,
  days: number,
  now: number,
): Promise<ReadonlyMap<string, Transaction[]>> {
  const byAccount = new Map<string, Transaction[]>();
  const period = { from: periodOfDays(days, now).from, to: dateOf(dayAt(now) + 31) };
  for await (const some of newestFirst((of) => store.transactions.inPeriod(itemId, of), period)) {
    for (const transaction of some) {
      const group = byAccount.get(transaction.account_id);
      if (group) group.push(transaction);
      else byAccount.set(transaction.account_id, [transaction]);
    }
    await yieldToEventLoop();
  }
  return byAccount;
}
