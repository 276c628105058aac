import type { LinkProduct } from "../../protocol/vocabulary.ts";
import { digest } from "./identifiers.ts";
import type { NewItem, OfferedBankAccount } from "./ports.ts";
import { issuePublicToken } from "./public-token.ts";
import type { World } from "./world.ts";

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
  consentExpiresAt: number | null;
};

/** An Item as it starts, with its accounts and the public token that hands it over. */
export const newItem = (world: World, login: Login): { created: NewItem; publicToken: string } => {
  const { accounts, products, ...rest } = login;
  const accessToken = world.vault.accessToken(world.environment, login.itemId, 0);
  const now = world.clock();
  const mostLive = MOST_LIVE_ITEMS[world.environment];
  const { token, record } = issuePublicToken(world, login);
  return {
    publicToken: token,
    created: {
      item: {
        ...rest,
        products: [...products],
        accessTokenDigest: digest(accessToken),
        accessTokenGeneration: 0,
        error: null,
        createdAt: now,
        loggedInAt: now,
        removedAt: null,
      },
      accounts: accounts.map((offered) => ({ itemId: login.itemId, ...offered })),
      publicToken: record,
      ...(mostLive !== null && { mostLive }),
    },
  };
};
