import { Fault } from "../domain/fault.ts";
import type { Grant } from "../domain/grants/grant.ts";
import type { Item } from "../domain/items/item.ts";
import type { AccountInvestments } from "../domain/transactions/investments/investments.ts";
import { ensureInvestments } from "../domain/transactions/investments/pull-investments.ts";
import type { DoorContext } from "./door.ts";

/** Whether an Item's user agreed that its investments are read. */
const hasInvestments = ({ products }: Pick<Item, "products">): boolean =>
  products.includes("investments");

/**
 * Returns the investments of an Item by the ids of its accounts, as far as a grant shows them: transactions from its
 * first day on. Those that were read before are returned if the institution refuses now, and none of an Item that has
 * no such account.
 */
export const grantedInvestments = async (
  context: DoorContext,
  { fromDate }: Pick<Grant, "fromDate">,
  item: Item,
): Promise<ReadonlyMap<string, AccountInvestments>> => {
  if (!hasInvestments(item)) return new Map();
  try {
    await ensureInvestments(context, item);
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
  }
  const all = await context.store.investments.find(item.itemId);
  return new Map(
    [...all].map(([accountId, { transactions, ...held }]) => {
      const shown = transactions.filter(({ date }) => fromDate === null || date >= fromDate);
      return [accountId, { ...held, transactions: shown }];
    }),
  );
};
