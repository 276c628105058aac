import { z } from "zod";
import type { Account } from "../../../protocol/account.ts";
import {
  Holding,
  InvestmentAccount,
  InvestmentTransaction,
  Security,
} from "../../../protocol/investments.ts";
import { Item as ItemShape } from "../../../protocol/item.ts";
import { Fault } from "../../domain/fault.ts";
import type { AccountsJson, Item, ItemWithAccounts } from "../../domain/items/item.ts";
import { parseRawJson, type RawJson } from "../../domain/raw-json.ts";
import { namedSecurities, newestFirst } from "../../domain/transactions/investments/investments.ts";
import {
  areCurrent,
  ensureInvestments,
} from "../../domain/transactions/investments/pull-investments.ts";
import { chargeProduct } from "../charge-product.ts";
import { type ApiContext, endpoint, INSTITUTION_REFUSALS } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountShapes, loadAccounts } from "../item-accounts.ts";
import { itemJson } from "../item-json.ts";
import { itemWithJson, loadItem } from "../item-of.ts";
import { Period, TransactionCount } from "./get-transactions.ts";

/** The refusals of the investment paths. */
export const INVESTMENT_REFUSALS = [...INSTITUTION_REFUSALS, "NO_INVESTMENT_ACCOUNTS"] as const;

const LIMITS = {
  item: { perMinute: 15, sandboxPerMinute: 100, code: "RATE_LIMIT" },
  client: { perMinute: 2000, code: "RATE_LIMIT" },
} as const;

const IsFallback = z.boolean().meta({
  description:
    "Whether the investments were put together of something else than the institution's. Never.",
  examples: [false],
});

/** The fields of holdings in a response. */
export const HOLDINGS = {
  holdings: z.array(Holding),
  securities: z.array(Security).meta({ description: "Those that the holdings name." }),
  is_investments_fallback_item: IsFallback,
};

/** The fields of a page of investment transactions in a response. */
export const INVESTMENT_TRANSACTIONS = {
  investment_transactions: z.array(InvestmentTransaction),
  securities: z.array(Security).meta({ description: "Those that the transactions name." }),
  total_investment_transactions: z.int().min(0).meta({
    description: "The number in the whole period.",
  }),
  is_investments_fallback_item: IsFallback,
};

/** The options of a page of investment transactions. */
export const InvestmentPage = z.strictObject({
  count: TransactionCount,
  offset: z.int().min(0).default(0).meta({ description: "How many to pass over." }),
  async_update: z
    .boolean()
    .default(false)
    .meta({
      description:
        "Whether the first read of an Item that was linked without investments is left to a job: " +
        "PRODUCT_NOT_READY until INVESTMENTS_TRANSACTIONS: HISTORICAL_UPDATE is sent.",
      examples: [],
    }),
});

/** Returns the holdings of an Item's investment accounts. */
export const getHoldings = endpoint({
  path: "/investments/holdings/get",
  effect: "read",
  products: ["investments"],
  summary: "Retrieve the investments that the accounts of an Item hold.",
  description:
    "With the securities, their prices by the institution and what was paid for them; cash is a holding, too. " +
    "They are read when the Item is linked, else at the first call, and every day from then on; what was read " +
    "works also while the Item needs its user to sign in again.",
  refusals: INVESTMENT_REFUSALS,
  limits: LIMITS,
  request: z.strictObject({
    access_token: Token,
    options: z.strictObject({ account_ids: AccountIds.optional() }).optional(),
  }),
  response: z.strictObject({ accounts: z.array(InvestmentAccount), ...HOLDINGS, item: ItemShape }),
  async handle({ access_token, options }, context) {
    const found = await itemWithJson(access_token, context);
    const known = options?.account_ids ? null : await knownHoldings(found, context);
    if (known) return known;
    const read = await readHoldings(found.item, options?.account_ids, context);
    const accounts = await loadAccounts(read.item, options?.account_ids, context);
    return {
      accounts: accountShapes(accounts).map((each) => investmentAccount(each, read.marginLoans)),
      ...read.answer,
      item: itemJson(read.item, context),
    };
  },
});

/** Returns a page of the investment transactions of an Item in a period, newest first. */
export const getInvestmentTransactions = endpoint({
  path: "/investments/transactions/get",
  effect: "read",
  products: ["investments"],
  summary: "Retrieve the investment transactions of a period.",
  description:
    "Newest first, up to 24 months back: trades, dividends, fees, payments and splits, with their securities. " +
    "A page at a time.",
  refusals: [...INVESTMENT_REFUSALS, "PRODUCT_NOT_READY"],
  limits: LIMITS,
  request: z.strictObject({
    access_token: Token,
    ...Period,
    options: z
      .strictObject({ account_ids: AccountIds.optional(), ...InvestmentPage.shape })
      .optional(),
  }),
  response: z.strictObject({
    accounts: z.array(InvestmentAccount),
    ...INVESTMENT_TRANSACTIONS,
    item: ItemShape,
  }),
  async handle({ access_token, options, ...period }, context) {
    const found = await loadItem(access_token, context);
    const read = await readInvestmentTransactions(found, period, options ?? {}, context);
    const accounts = await loadAccounts(read.item, options?.account_ids, context);
    return {
      accounts: accountShapes(accounts).map((each) => investmentAccount(each, read.marginLoans)),
      ...read.answer,
      item: itemJson(read.item, context),
    };
  },
});

/**
 * The accounts of an Item as JSON of the investment paths, and the ids of the investment accounts.
 */
const shownAccounts = new WeakMap<
  AccountsJson,
  { json: RawJson<InvestmentAccount[]>; ids: readonly string[]; loans: MarginLoans }
>();

function accountsWithLoans(accounts: AccountsJson, loans: MarginLoans) {
  const known = shownAccounts.get(accounts);
  if (known?.loans === loans) return known;
  const all = parseRawJson<Account[]>(accounts);
  const shown = {
    json: { json: JSON.stringify(all.map((each) => investmentAccount(each, loans))) },
    ids: all.flatMap(({ type, account_id }) => (type === "investment" ? account_id : [])),
    loans,
  };
  shownAccounts.set(accounts, shown);
  return shown;
}

/** The stored holdings of an Item as JSON, billed; null if they must be read first, or refused. */
async function knownHoldings(found: ItemWithAccounts, context: ApiContext) {
  const { item } = found;
  const { charge, clock, environment, store } = context;
  if (!found.accounts || !item.products.includes("investments")) return null;
  const stored = await store.investments.holdingsJson(found);
  const { readAt, holdings, securities } = stored;
  const { json: accounts, ids } = accountsWithLoans(found.accounts, stored.marginLoans);
  if (ids.length === 0) return null;
  if (!areCurrent(ids, readAt, { environment, now: clock() })) return null;
  charge({ clientId: item.clientId, product: "investments", itemId: item.itemId });
  return {
    ...{ accounts, holdings, securities, is_investments_fallback_item: false },
    item: itemJson(item, context),
  };
}

/** The reported margin loans, by account id. */
type MarginLoans = ReadonlyMap<string, number>;

/** An account in the form of the investment paths, with its margin loan if reported. */
export const investmentAccount = (account: Account, loans: MarginLoans): InvestmentAccount => ({
  ...account,
  balances: { ...account.balances, margin_loan_amount: loans.get(account.account_id) ?? null },
});

/** Returns an Item and its holdings, and bills the call. */
export const readHoldings = async (
  itemBefore: Item,
  accountIds: readonly string[] | undefined,
  context: ApiContext,
) => {
  const { investments, ...rest } = await readInvestments(itemBefore, accountIds, context);
  const holdings = investments.flatMap((one) => one.holdings);
  return {
    ...rest,
    answer: {
      holdings,
      securities: namedSecurities(investments, holdings),
      is_investments_fallback_item: false,
    },
  };
};

/** Returns an Item and a page of its investment transactions, and bills the call. */
export const readInvestmentTransactions = async (
  itemBefore: Item,
  { start_date, end_date }: { start_date: string; end_date: string },
  options: Partial<z.output<typeof InvestmentPage>> & { account_ids?: string[] | undefined },
  context: ApiContext,
) => {
  if (start_date > end_date)
    throw new Fault("INVALID_FIELD", { message: "start_date must not be after end_date" });
  const { count = 100, offset = 0, account_ids, async_update: isAsync } = options;
  const read = await readInvestments(itemBefore, account_ids, context, isAsync);
  const { investments, ...rest } = read;
  const inPeriod = investments
    .flatMap((one) => one.transactions)
    .filter(({ date }) => start_date <= date && date <= end_date)
    .sort(newestFirst);
  const page = inPeriod.slice(offset, offset + count);
  return {
    ...rest,
    answer: {
      investment_transactions: page,
      securities: namedSecurities(investments, page),
      total_investment_transactions: inPeriod.length,
      is_investments_fallback_item: false,
    },
  };
};

async function readInvestments(
  itemBefore: Item,
  accountIds: readonly string[] | undefined,
  context: ApiContext,
  isAsync?: boolean,
) {
  if (accountIds) await loadAccounts(itemBefore, accountIds, context);
  const item = await chargeProduct(itemBefore, "investments", context);
  await ensureInvestments(context, item, { isAsync });
  const byAccount = await context.store.investments.find(item.itemId);
  const investments = [...byAccount].flatMap(([accountId, one]) =>
    !accountIds || accountIds.includes(accountId) ? [one] : [],
  );
  const marginLoans: MarginLoans = new Map(
    [...byAccount].flatMap(([accountId, { marginLoan }]) =>
      marginLoan === undefined ? [] : [[accountId, marginLoan] as const],
    ),
  );
  return { item, investments, marginLoans };
}
