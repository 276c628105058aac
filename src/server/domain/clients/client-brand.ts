import type { Logo } from "./logo.ts";

/** How Link speaks of a client and looks to its users. */
export type ClientBrand = {
  /** What Link calls it, whatever a page says; empty for what the page says. */
  name: string;
  /** `#rrggbb`; null for Link's own. */
  accent: string | null;
  logo: { digest: string; width: number; height: number } | null;
};

/** The port for the brands of clients. */
export type BrandStore = {
  /** That of a client; null where it has none. */
  of(clientId: string): Promise<ClientBrand | null>;
  /** Sets it; a logo that is left out stays as it is. */
  set(
    clientId: string,
    brand: Pick<ClientBrand, "name" | "accent"> & { logo?: Logo | null | undefined },
  ): Promise<void>;
  /** The PNG of a logo by its digest; null for one that no client has. */
  logo(digest: string): Promise<Buffer | null>;
};

/** Where a logo is served: under its digest, so that it may be kept for good. */
export const logoPath = (digest: string): string => `/brand-logos/${digest}.png`;
