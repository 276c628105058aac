import type { LinkProduct, ReportProduct } from "../../../protocol/vocabulary.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import { digest } from "../identifiers.ts";
import { authMethodOf } from "../items/account-numbers.ts";
import { firstLiabilitiesJob } from "../items/fetch-liabilities.ts";
import type { Item, ItemAccount, ShareableAccount } from "../items/item.ts";
import { deadlineJobs } from "../items/item-deadline.ts";
import { persistentIds } from "../items/persistent-account-id.ts";
import { issuePublicToken, type PublicToken } from "../items/public-token.ts";
import type { ItemContact } from "../items/reminder.ts";
import type { NewJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import { firstInvestmentsJob } from "../transactions/investments/investment-jobs.ts";
import {
  type FeedWindow,
  newFeed,
  readsTransactions,
  type TransactionFeed,
} from "../transactions/transaction-feed.ts";
import { pullJob } from "../transactions/transaction-jobs.ts";
import { verificationJobs } from "../verification/verification-webhooks.ts";

/** An Item to create, with everything written in the same transaction. */
export type NewItem = {
  item: Item;
  /** The application's id of the user; by default none. */
  clientUserId?: string | null;
  /** The application's name as its user knows it; by default none. */
  applicationName?: string | null;
  /** The keys of all listed accounts; if left out, the Item's first list provides them. */
  listedKeys?: readonly string[];
  /** The outbox: the Item's first jobs. */
  jobs?: readonly NewJob[];
  accounts: ItemAccount[];
  publicToken: PublicToken;
  /** The connector's sealed state; null for none. */
  sealedState?: string | null;
  /**
   * The maximum number of live Items including this one. Above it, ADDITION_LIMIT is thrown and
   * nothing is written.
   */
  maxLive?: number;
  /** The transaction feed, if the Item was linked for transactions. */
  feed?: TransactionFeed;
  /** The period of the statements, if the application has set one. */
  statements?: Period;
  /** The user's contact; unknown by default. */
  contact?: ItemContact;
};

/** The port for the creation of Items. */
export type NewItemStore = {
  create(created: NewItem, jobs?: readonly NewJob[]): Promise<void>;
};

/** The maximum number of live Items in an environment; null for no limit. */
const MAX_LIVE_ITEMS = { sandbox: null, development: 100, production: null };

type Login = {
  itemId: string;
  clientId: string;
  /** The user of the Item; by default none. */
  userId?: string | null;
  /** The application's id of the user; by default none. */
  clientUserId?: string | null;
  /** The application's name as its user knows it; by default none. */
  applicationName?: string | null;
  institutionId: string;
  sealedLogin: string;
  sealedState: string | null;
  products: readonly LinkProduct[];
  /** The agreed products, if the Item is limited to them; by default not limited. */
  consentedProducts?: readonly LinkProduct[] | null;
  /** The agreed consumer report products; by default none. */
  reportProducts?: readonly ReportProduct[];
  webhook: string | null;
  accounts: readonly ShareableAccount[];
  /**
   * The keys of all accounts of the login; empty if later lists are compared with the first list.
   */
  listedKeys?: readonly string[];
  /** The days of transactions in the Item; by default all. */
  transactions?: FeedWindow;
  /** The period of the Item's statements; the server's default period if left out. */
  statements?: Period | undefined;
  consentExpiresAt: number | null;
  /** Until when a reconfirmation alone renews the consent; by default never. */
  reconfirmableUntil?: number | null;
  /** The user's contact; unknown by default. */
  contact?: ItemContact;
};

/** Returns a new Item with its accounts, and its public token. */
export const newItem = (
  services: Pick<Runtime, "environment" | "random" | "clock" | "vault">,
  login: Login,
): { created: NewItem; publicToken: string } => {
  const {
    accounts,
    listedKeys = [],
    products,
    transactions,
    sealedState,
    contact,
    statements,
    ...others
  } = login;
  const { clientUserId = null, applicationName = null, reportProducts = [], ...itself } = others;
  const { consentedProducts: agreed = null, ...rest } = itself;
  const accessToken = services.vault.accessToken(services.environment, login.itemId, 0);
  const now = services.clock();
  const maxLive = MAX_LIVE_ITEMS[services.environment];
  const { token, record } = issuePublicToken(services, login);
  const item: Item = {
    ...rest,
    userId: login.userId ?? null,
    products: [...products],
    consentedProducts: [...new Set([...products, ...(agreed ?? [])]), ...reportProducts],
    consentBinds: agreed !== null,
    authMethod: authMethodOf(accounts),
    accessTokenDigest: digest(accessToken),
    accessTokenGeneration: 0,
    error: null,
    consentEnd: null,
    reconfirmableUntil: login.reconfirmableUntil ?? null,
    reconfirmedAt: null,
    createdAt: now,
    loggedInAt: now,
    removedAt: null,
  };
  const feed = readsTransactions(item) || transactions ? newFeed(item.itemId, transactions) : null;
  const named = accounts.map((one) => ({ ...one.account, ...one }));
  const held = named.flatMap((one) =>
    one.account.persistent_account_id ? [[one, one.account.persistent_account_id] as const] : [],
  );
  const ids = persistentIds(services, login, named, new Map(held));
  const itemAccounts = named.map((each) => {
    const { account, numbers, key, verification } = each;
    const persistentId = ids.get(each);
    return {
      itemId: login.itemId,
      ...{ numbers, key, verification },
      account: { ...account, ...(persistentId && { persistent_account_id: persistentId }) },
    };
  });
  return {
    publicToken: token,
    created: {
      item,
      clientUserId,
      applicationName,
      accounts: itemAccounts,
      listedKeys,
      jobs: [
        ...deadlineJobs(services, item),
        ...(feed ? [pullJob(services, item, feed)] : []),
        ...(item.products.includes("liabilities") ? [firstLiabilitiesJob(services, item)] : []),
        ...(item.products.includes("investments") ? [firstInvestmentsJob(services, item)] : []),
        ...itemAccounts.flatMap((account) => verificationJobs(services, account)),
      ],
      publicToken: record,
      sealedState,
      ...(feed && { feed }),
      ...(statements && { statements }),
      ...(contact && { contact }),
      ...(maxLive !== null && { maxLive }),
    },
  };
};
