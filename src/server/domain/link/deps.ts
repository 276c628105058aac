import type { Brand } from "../../../protocol/brand/brand.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { ItemDeps } from "../items/deps.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { LinkTokenStore } from "./link-token.ts";
import type { RedirectStore } from "./redirect-store.ts";
import type { SessionStore } from "./session-store.ts";

/** The services for Link: those of Items, its own stores, and addresses to show. */
export type LinkDeps = ItemDeps & {
  /** The origin at which browsers reach this server, known once the server listens. */
  publicUrl(): string;
  brand: Pick<Brand, "title">;
  limiter: RateLimiter;
  /** The addresses of the legal texts. */
  legal: { termsUrl(language: Language): string; privacyUrl(language: Language): string };
  store: { linkTokens: LinkTokenStore; redirects: RedirectStore; sessions: SessionStore };
};
