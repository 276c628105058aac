import { type BrandLook, isAccent } from "../../protocol/client-brand.ts";
import type { DashboardClient } from "../../protocol/dashboard.ts";

/** An unsaved brand. */
export type BrandDraft = {
  name: string;
  /** The typed colour; empty for Link's own. */
  accent: string;
  /** The logo to show, as a `data:` address if it is not saved yet. */
  logo: BrandLook["logo"];
};

/** Returns a draft of the saved brand. */
export const draftOf = ({ brand }: DashboardClient): BrandDraft => ({
  name: brand.name,
  accent: brand.accent ?? "",
  logo: brand.logo,
});

/** Returns the part of a draft that can be shown: an incomplete colour is left out. */
export const lookOf = ({ accent, logo }: BrandDraft): BrandLook => ({
  accent: isAccent(accent) ? accent : null,
  logo,
});

/** Returns a colour in its stored form; any other text as it is. */
export const accentText = (text: string): string => {
  const color = text.trim().toLowerCase();
  const [, red, green, blue] = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color) ?? [];
  if (red && green && blue) return `#${red}${red}${green}${green}${blue}${blue}`;
  return /^[0-9a-f]{6}$/.test(color) ? `#${color}` : color;
};

/** Returns a file's picture as a logo; null if it is no PNG. */
export const logoOfFile = async (file: File): Promise<BrandLook["logo"]> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (!text.startsWith("\x89PNG\r\n\x1a\n") || bytes.length < 33) return null;
  const header = new DataView(bytes.buffer);
  return {
    src: `data:image/png;base64,${btoa(text)}`,
    width: header.getUint32(16),
    height: header.getUint32(20),
  };
};

/** Returns the request's body for a draft; a logo only if it has changed. */
export const brandBody = ({ name, accent, logo }: BrandDraft, client: DashboardClient): object => ({
  name: name.trim(),
  accent: accent === "" ? null : accent,
  ...(logo?.src !== client.brand.logo?.src && {
    logo: logo === null ? null : logo.src.slice(logo.src.indexOf(",") + 1),
  }),
});
