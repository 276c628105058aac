import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import { digest } from "../identifiers.ts";
import { issuePublicToken } from "../link/public-token.ts";
import type { Item, NewItem, OfferedBankAccount } from "../ports.ts";
import type { World } from "../services.ts";
import { pullJob } from "../transactions/pull-job.ts";
import { type FeedWindow, isRead, newFeed } from "../transactions/transaction-feed.ts";
import { verificationJobs } from "../verification/verification-webhooks.ts";
import { deadlineJobs } from "./item-deadline.ts";

/** How many Items may be live in an environment at a time; null for any number. */
const MOST_LIVE_ITEMS = { sandbox: null, development: 100, production: null };

type Login = {
  itemId: string;
  clientId: string;
  institutionId: string;
  sealedLogin: string;
  products: readonly LinkProduct[];
  webhook: string | null;
  accounts: readonly OfferedBankAccount[];
  /** Which days of its transactions it is to have; all there are, where nothing is said. */
  transactions?: FeedWindow;
  consentExpiresAt: number | null;
};

/** An Item as it starts, with its accounts and the public token that hands it over. */
export const newItem = (world: World, login: Login): { created: NewItem; publicToken: string } => {
  const { accounts, products, transactions, ...rest } = login;
  const accessToken = world.vault.accessToken(world.environment, login.itemId, 0);
  const now = world.clock();
  const mostLive = MOST_LIVE_ITEMS[world.environment];
  const { token, record } = issuePublicToken(world, login);
  const item: Item = {
    ...rest,
    products: [...products],
    accessTokenDigest: digest(accessToken),
    accessTokenGeneration: 0,
    error: null,
    createdAt: now,
    loggedInAt: now,
    removedAt: null,
  };
  const feed = isRead(item) || transactions ? newFeed(item.itemId, transactions) : null;
  const offered = accounts.map((one) => ({ itemId: login.itemId, ...one }));
  return {
    publicToken: token,
    created: {
      item,
      accounts: offered,
      jobs: [
        ...deadlineJobs(world, item),
        ...(feed ? [pullJob(world, item, feed)] : []),
        ...offered.flatMap((one) => verificationJobs(world, one)),
      ],
      publicToken: record,
      ...(feed && { feed }),
      ...(mostLive !== null && { mostLive }),
    },
  };
};
