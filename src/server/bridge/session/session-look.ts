import { type BrandLook, brandStyle, checkAccent } from "../../../protocol/brand/client-brand.ts";
import type { SessionTheme } from "../../../protocol/link/config.ts";
import type { PrepareSessionResponse } from "../../../protocol/link/session-start.ts";
import { type ClientBrand, logoPath, readLogo } from "../../domain/clients/client-brand.ts";
import { Fault } from "../../domain/fault.ts";

/** The look of a session for Link. */
export type SessionLook = Pick<PrepareSessionResponse, "style" | "theme" | "trust_pane">;

/**
 * Returns a session's look: the page's, with missing fields from the client's. Too light accents
 * are darkened. Throws INVALID_CONFIGURATION for an unreadable logo.
 */
export const sessionLook = (brand: ClientBrand | null, theme: SessionTheme = {}): SessionLook => {
  const style = brandStyle({
    accent: theme.accent ? checkAccent(theme.accent).nearest : (brand?.accent ?? null),
    logo: theme.logo === undefined ? clientLogo(brand) : pageLogo(theme.logo),
    radius: theme.radius ?? brand?.radius ?? null,
    font: theme.font ?? brand?.font ?? null,
  });
  const mode = theme.mode === undefined && brand?.mode;
  return {
    ...(style !== "" && { style }),
    ...(mode && mode !== "auto" && { theme: mode }),
    ...(brand?.hasTrustPane && { trust_pane: true }),
  };
};

const clientLogo = (brand: ClientBrand | null): BrandLook["logo"] =>
  brand?.logo ? { ...brand.logo, src: logoPath(brand.logo.digest) } : null;

function pageLogo(file: Buffer | false): BrandLook["logo"] {
  if (!file) return null;
  const logo = readLogo(file);
  if (typeof logo === "string")
    throw new Fault("INVALID_CONFIGURATION", { message: `theme.logo cannot be used: ${logo}` });
  const { width, height, png } = logo;
  return { width, height, src: `data:image/png;base64,${png.toString("base64")}` };
}
