import type { Item } from "../../items/item.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { ItemWebhook } from "../../webhooks/webhook.ts";
import type { InvestmentDeps } from "./deps.ts";
import type { AccountInvestments } from "./investments.ts";

type Investments = ReadonlyMap<string, AccountInvestments>;

/**
 * The webhooks of a pull of investments. The first announces the history; later ones count the
 * changes. None without the product.
 */
export const investmentWebhooks = (
  { webhooks }: Pick<InvestmentDeps, "webhooks">,
  item: Item,
  previous: Investments,
  current: Investments,
): NewJob[] => {
  if (!item.products.includes("investments")) return [];
  const holdings = holdingChanges(previous, current);
  const transactions = transactionChanges(previous, current);
  const events: ItemWebhook[] = [
    ...(holdings.newHoldings + holdings.updatedHoldings > 0
      ? [{ name: "HOLDINGS:DEFAULT_UPDATE", ...holdings } as const]
      : []),
    ...(previous.size === 0
      ? [{ name: "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE", ...transactions } as const]
      : []),
    ...(previous.size > 0 && transactions.newTransactions + transactions.canceledTransactions > 0
      ? [{ name: "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE", ...transactions } as const]
      : []),
  ];
  return events.flatMap((event) => webhooks.forItem(item, event));
};

const all = <Part extends "holdings" | "transactions">(investments: Investments, part: Part) =>
  [...investments.values()].flatMap((one): AccountInvestments[Part][number][] => one[part]);

function holdingChanges(previous: Investments, current: Investments) {
  const known = new Map(
    all(previous, "holdings").map((holding) => [
      JSON.stringify([holding.account_id, holding.security_id]),
      holding,
    ]),
  );
  let [newHoldings, updatedHoldings] = [0, 0];
  for (const holding of all(current, "holdings")) {
    const before = known.get(JSON.stringify([holding.account_id, holding.security_id]));
    if (!before) newHoldings += 1;
    else if (
      before.quantity !== holding.quantity ||
      before.institution_price !== holding.institution_price
    )
      updatedHoldings += 1;
  }
  return { newHoldings, updatedHoldings };
}

function transactionChanges(previous: Investments, current: Investments) {
  const known = new Set(all(previous, "transactions").map((one) => one.investment_transaction_id));
  const added = all(current, "transactions").filter(
    ({ investment_transaction_id: id }) => !known.has(id),
  );
  const canceledTransactions = added.filter(({ type }) => type === "cancel").length;
  return { newTransactions: added.length - canceledTransactions, canceledTransactions };
}
