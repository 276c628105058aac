import type { Account, Owner } from "../../../protocol/account.ts";
import type { ErrorCause } from "../../../protocol/errors/errors.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { periodOfDays } from "../asset-reports/asset-report.ts";
import { pullAll, readOwners } from "../asset-reports/write-item.ts";
import { dayAt, toDate } from "../calendar.ts";
import { Fault } from "../fault.ts";
import { REPORT_COUNTRIES } from "../institutions/product.ts";
import type { Item } from "../items/item.ts";
import { requireAccess } from "../items/item-state.ts";
import type { ConsumerReportDeps } from "./deps.ts";

/**
 * An account of a report. Its transactions cover the report's period, and include those booked for
 * a later day, as its balance does.
 */
export type LinkedAccount = {
  account: Account;
  owners: readonly Owner[];
  transactions: readonly Transaction[];
};

/** An Item of a report. `updatedAt` is the time of its data, in ms since 1970. */
export type LinkedItem = {
  itemId: string;
  institutionId: string;
  institutionName: string;
  updatedAt: number;
  accounts: readonly LinkedAccount[];
};

/**
 * An Item with its number of transactions, or the reason of a failed read. The owners may be
 * missing alone. `tooLarge`: more transactions than a report may have.
 */
export type ItemReading =
  | { item: LinkedItem; count: number; ownersRefusal: ErrorCause | null }
  | { tooLarge: ErrorCause }
  | { refusal: Fault; cause: ErrorCause };

/** Reads an Item for a report. A missing history is pulled first. */
export const readLinkedItem = async (
  services: ConsumerReportDeps,
  item: Item,
  { days, maxTransactions }: { days: number; maxTransactions: number },
): Promise<ItemReading> => {
  const { clock, directory, environment, store } = services;
  const { itemId, institutionId } = item;
  const toCause = ({ body }: Fault): ErrorCause => ({ ...body, item_id: itemId });
  try {
    requireAccess(item, "institution", { environment, now: clock() });
    const institution = directory.get(institutionId);
    if (!REPORT_COUNTRIES.some((country) => institution.countryCodes.includes(country)))
      throw new Fault("PRODUCTS_NOT_SUPPORTED", { message: OUTSIDE_US });
    await pullAll(services, item);
    const { owners, refusal } = await readOwners(services, item);
    const updatedAt = clock();
    const accounts = await store.items.accounts(itemId);
    const { transactions, count } = await readTransactions(services, itemId, {
      days,
      maxTransactions,
      now: updatedAt,
    });
    if (count > maxTransactions)
      return { tooLarge: toCause(new Fault("INVALID_FIELD", { message: TOO_LARGE })) };
    return {
      item: {
        itemId,
        institutionId,
        institutionName: institution.name,
        updatedAt,
        accounts: accounts.map(({ account }) => ({
          account,
          owners: owners.get(account.account_id) ?? NO_OWNERS,
          transactions: transactions.get(account.account_id) ?? [],
        })),
      },
      count,
      ownersRefusal: refusal && toCause(refusal),
    };
  } catch (refusal) {
    if (refusal instanceof Fault) return { refusal, cause: toCause(refusal) };
    throw refusal;
  }
};

const OUTSIDE_US =
  "the institution is outside the US; consumer reports are for institutions in the US";

const TOO_LARGE =
  "the consumer report would be too large, as there are too many transactions; request fewer days";

const NO_OWNERS: readonly Owner[] = [];

/**
 * Reads the transactions of each account, including those booked for a later day. Stops above the
 * maximum, which the count shows.
 */
export async function readTransactions(
  { store }: Pick<ConsumerReportDeps, "store">,
  itemId: string,
  { days, maxTransactions, now }: { days: number; maxTransactions: number; now: number },
): Promise<{ transactions: ReadonlyMap<string, Transaction[]>; count: number }> {
  let count = 0;
  const byAccount = new Map<string, Transaction[]>();
  const period = { from: periodOfDays(days, now).from, to: toDate(dayAt(now) + 31) };
  for await (const page of store.transactions.pages(itemId, period, { isNewestFirst: true })) {
    count += page.length;
    if (count > maxTransactions) break;
    for (const { transaction } of page) {
      const group = byAccount.get(transaction.account_id);
      if (group) group.push(transaction);
      else byAccount.set(transaction.account_id, [transaction]);
    }
  }
  return { transactions: byAccount, count };
}
