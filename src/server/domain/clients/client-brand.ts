import type { Logo } from "./logo.ts";

/** The name and look of a client in Link. */
export type ClientBrand = {
  /** The name in Link, which overrides the page's; empty to use the page's. */
  name: string;
  /** `#rrggbb`; null for Link's own. */
  accent: string | null;
  logo: { digest: string; width: number; height: number } | null;
};

/** The port for the brands of clients. */
export type BrandStore = {
  /** Returns the brand of a client; null if it has none. */
  of(clientId: string): Promise<ClientBrand | null>;
  /** Sets it; a logo that is left out stays as it is. */
  set(
    clientId: string,
    brand: Pick<ClientBrand, "name" | "accent"> & { logo?: Logo | null | undefined },
  ): Promise<void>;
  /** The PNG of a logo by its digest; null for one that no client has. */
  logo(digest: string): Promise<Buffer | null>;
};

/** Returns the path of a logo: its digest is in it, so that caches may keep it forever. */
export const logoPath = (digest: string): string => `/brand-logos/${digest}.png`;
