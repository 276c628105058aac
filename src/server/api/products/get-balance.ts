import { z } from "zod";
import { Account, Balances } from "../../../protocol/account.ts";
import { Item as ItemShape } from "../../../protocol/item.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item } from "../../domain/items/item.ts";
import { pullBalances } from "../../domain/transactions/pull-transactions.ts";
import { chargeProduct } from "../charge-product.ts";
import { type ApiContext, endpoint, INSTITUTION_REFUSALS } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";
import { forUser, WaitingUser } from "../waiting-user.ts";

/** An account with its balances, and the balances' age. */
export const AccountAtMoment = Account.extend({
  balances: Balances.extend({
    last_updated_datetime: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When the institution said so; null if that is not known.",
        examples: ["2026-11-20T09:30:00.000Z"],
      }),
  }).meta({ id: "BalancesAtMoment" }),
}).meta({ id: "AccountAtMoment" });

/** The earliest time of balances that a caller accepts. */
export const MinLastUpdated = z.iso
  .datetime({ offset: true })
  .nullish()
  .meta({
    description:
      "The oldest acceptable balances. If the institution has none of this age, the call returns " +
      "LAST_UPDATED_DATETIME_OUT_OF_RANGE, which names the age that it has; while the institution " +
      "allows no more calls, it is INSTITUTION_RATE_LIMIT.",
  });

/** Returns the current balances of an Item's accounts. */
export const getBalance = endpoint({
  path: "/accounts/balance/get",
  effect: "read",
  products: ["balance"],
  summary: "Retrieve the accounts' balances at this moment.",
  description:
    "The institution is asked each time; /accounts/get returns its last response. While it allows no more " +
    "calls, the response has its last balances, and `last_updated_datetime` says when.",
  refusals: [
    ...INSTITUTION_REFUSALS,
    "LAST_UPDATED_DATETIME_OUT_OF_RANGE",
    "INSTITUTION_NO_LONGER_SUPPORTED",
  ],
  limits: {
    item: { perMinute: 5, sandboxPerMinute: 25, code: "BALANCE_LIMIT" },
    client: { perMinute: 1200, sandboxPerMinute: 100, code: "ACCOUNTS_BALANCE_GET_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    options: z
      .strictObject({
        account_ids: AccountIds.optional(),
        min_last_updated_datetime: MinLastUpdated,
        psu: WaitingUser,
      })
      .optional(),
  }),
  response: z.strictObject({ accounts: z.array(AccountAtMoment), item: ItemShape }),
  async handle({ access_token, options }, context) {
    const item = await loadItem(access_token, context, "institution");
    return forUser(options?.psu, () =>
      readBalances(item, options?.account_ids, options?.min_last_updated_datetime, context),
    );
  },
});

/**
 * Requests the balances of an Item's accounts, all or `accountIds`, from the institution, and bills
 * the call. LAST_UPDATED_DATETIME_OUT_OF_RANGE if all are older than `minLastUpdated`, in ISO 8601.
 */
export const readBalances = async (
  itemBefore: Item,
  accountIds: readonly string[] | undefined,
  minLastUpdated: string | null | undefined,
  context: ApiContext,
): Promise<{ accounts: z.infer<typeof AccountAtMoment>[]; item: ItemShape }> => {
  const oldest = Date.parse(minLastUpdated ?? "");
  if (oldest > context.clock()) throw outOfRange("is in the future");
  await loadAccounts(itemBefore, accountIds, context);
  const item = await chargeProduct(itemBefore, "balance", context);
  const refusal = await awaitRefusal(pullBalances(context, item));
  const readAt = await context.store.items.balancesReadAt(item.itemId);
  const accounts = accountShapes(await loadAccounts(item, accountIds, context)).map((account) =>
    atMoment(account, readAt.get(account.account_id) ?? null),
  );
  if (!accounts.every(({ balances }) => isRecent(balances, oldest)))
    throw refusal ?? outOfRange(leastRecent(accounts));
  return { accounts, item: itemShape(item, context) };
};

/** The refusal of an institution that allows no more calls, or null. */
async function awaitRefusal(pull: Promise<void>): Promise<Fault | null> {
  try {
    await pull;
    return null;
  } catch (failure) {
    if (failure instanceof Fault && failure.code === "INSTITUTION_RATE_LIMIT") return failure;
    throw failure;
  }
}

/** The refusal of a min_last_updated_datetime that is later than the Item's balances. */
function outOfRange(reason: string): Fault {
  return new Fault("LAST_UPDATED_DATETIME_OUT_OF_RANGE", {
    message: `options.min_last_updated_datetime ${reason}`,
  });
}

/** The age of the oldest balances of some accounts, as a text. */
function leastRecent(accounts: readonly z.infer<typeof AccountAtMoment>[]): string {
  const times = accounts.map(({ balances }) => balances.last_updated_datetime);
  const [oldest] = times.toSorted((a, b) => (a ?? "").localeCompare(b ?? ""));
  return oldest
    ? `is out of range, most recently updated balance ${oldest}`
    : "is out of range, most recently updated balance unknown";
}

const atMoment = (account: Account, at: number | null): z.infer<typeof AccountAtMoment> => ({
  ...account,
  balances: {
    ...account.balances,
    last_updated_datetime: at === null ? null : new Date(at).toISOString(),
  },
});

/** Whether the institution reported the balances since a time; NaN accepts any time. */
const isRecent = (
  { last_updated_datetime: at }: { last_updated_datetime: string | null },
  oldest: number,
): boolean => Number.isNaN(oldest) || (at !== null && Date.parse(at) >= oldest);
