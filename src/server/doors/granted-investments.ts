import type { Grant } from "../domain/grants/grant.ts";
import type { Item } from "../domain/items/item.ts";
import type { AccountInvestments } from "../domain/transactions/investments/investments.ts";
import { storedInvestments } from "../domain/transactions/investments/pull-investments.ts";
import type { DoorContext } from "./door.ts";

/**
 * Returns an Item's investments by account id, as far as a grant shows them: transactions since the
 * grant's first day.
 */
export const grantedInvestments = async (
  context: DoorContext,
  { fromDate }: Pick<Grant, "fromDate">,
  item: Item,
): Promise<ReadonlyMap<string, AccountInvestments>> => {
  const all = await storedInvestments(context, item);
  return new Map(
    [...all].map(([accountId, { transactions, ...held }]) => {
      const shown = transactions.filter(({ date }) => fromDate === null || date >= fromDate);
      return [accountId, { ...held, transactions: shown }];
    }),
  );
};
