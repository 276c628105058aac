import { z } from "zod";
import type { PersonMatch } from "../../protocol/connections.ts";
import type { Transaction } from "../../protocol/transaction.ts";
import type { Item } from "../domain/items/item.ts";
import { hasAccess, requireAccess } from "../domain/items/item-state.ts";
import type { Services } from "../domain/services.ts";
import { openMatches, decideMatch as storeDecision } from "../domain/transactions/decide-match.ts";
import type { RemovedFacts } from "../domain/transactions/match-candidates.ts";
import { ConnectionId, changeWithAudit, itemOfSession, portalAction } from "./action.ts";

const TransactionId = z.string().min(1).max(100);

/**
 * The number of pairs that the site shows per connection. Decided pairs make room for further
 * pairs.
 */
const MAX_SHOWN = 20;

/**
 * Stores the user's decision on two transactions that may be the same transaction. Each pair is
 * decided once.
 */
export const decideMatch = portalAction({
  path: "/account/connection/decide-match",
  request: z.strictObject({
    connection_id: ConnectionId,
    transaction_id: TransactionId,
    before_id: TransactionId,
    decision: z.enum(["same", "different"]),
  }),
  async run({ connection_id, transaction_id, before_id, decision }, session, services) {
    const { clock, environment } = services;
    const change = {
      action: "connection.decide_match",
      subject: connection_id,
      details: { transaction_id, before_id, decision },
    } as const;
    await changeWithAudit(services, session, change, async (inTransaction) => {
      const item = await itemOfSession(connection_id, session, inTransaction);
      requireAccess(item, "cached", { environment, now: clock() });
      await storeDecision(inTransaction, item, {
        transactionId: transaction_id,
        beforeId: before_id,
        decision,
      });
    });
  },
});

/** Returns the pairs of an Item's transactions that may be the same transaction, newest first. */
export const showMatches = async (
  item: Item,
  { clock, environment, store }: Services,
): Promise<PersonMatch[]> => {
  if (!hasAccess(item, "cached", { environment, now: clock() })) return [];
  const open = await openMatches({ store }, item.itemId, MAX_SHOWN);
  return open.map(({ candidate, transaction }) => {
    const { transactionId, beforeId, accountId, before, reasons } = candidate;
    return {
      ...{ transaction_id: transactionId, before_id: beforeId, account_id: accountId },
      ...{ before: toRow(before), now: toRow(transaction), reasons },
    };
  });
};

const toRow = ({
  date,
  amount,
  iso_currency_code,
  unofficial_currency_code,
  name,
  pending,
}: RemovedFacts | Transaction): PersonMatch["now"] => ({
  ...{ date, amount, name, pending },
  currency: iso_currency_code ?? unofficial_currency_code,
});
