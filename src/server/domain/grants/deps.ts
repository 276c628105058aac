import type { Brand } from "../../../protocol/brand/brand.ts";
import type { AuditStore } from "../audit/audit-entry.ts";
import type { ClientStore } from "../clients/client.ts";
import type { RedirectUriStore } from "../clients/redirect-uri.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { LinkTokenStore } from "../link/link-token.ts";
import type { TransactionDeps } from "../transactions/deps.ts";
import type { GrantStore } from "./grant.ts";
import type { GrantLinkStore } from "./grant-link.ts";

/** The stores of grants and their links, of the clients that allow them, and of the audit log. */
type GrantStores = {
  grants: GrantStore;
  grantLinks: GrantLinkStore;
  audit: AuditStore;
  clients: Pick<ClientStore, "byClientId">;
  transact<Answer>(work: (store: GrantDeps["store"]) => Promise<Answer>): Promise<Answer>;
};

/** The services that grants need: their own stores, and those of transactions. */
export type GrantDeps = { store: GrantStores } & TransactionDeps & {
    /** Limits guesses of secrets, in the sandbox as well. */
    guessLimiter: RateLimiter;
  };

/** The services that open Link for an application: those of grants, and what a link token needs. */
export type OpenLinkDeps = Omit<GrantDeps, "store"> & {
  brand: Brand;
  store: Omit<GrantDeps["store"], "transact"> & {
    linkTokens: LinkTokenStore;
    redirectUris: RedirectUriStore;
    transact<Answer>(work: (store: OpenLinkDeps["store"]) => Promise<Answer>): Promise<Answer>;
  };
};
