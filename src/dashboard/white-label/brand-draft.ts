import { type BrandLook, isAccent } from "../../protocol/client-brand.ts";
import type { DashboardClient } from "../../protocol/dashboard.ts";

/** A brand as somebody is writing it. */
export type BrandDraft = {
  name: string;
  /** As it is typed; empty for Link's own. */
  accent: string;
  /** The logo to be seen, as a `data:` address if it is not saved yet. */
  logo: BrandLook["logo"];
};

/** The brand that is saved, to go on from. */
export const draftOf = ({ brand }: DashboardClient): BrandDraft => ({
  name: brand.name,
  accent: brand.accent ?? "",
  logo: brand.logo,
});

/** What of a draft can be seen: half a colour is none. */
export const lookOf = ({ accent, logo }: BrandDraft): BrandLook => ({
  accent: isAccent(accent) ? accent : null,
  logo,
});

/** A colour in the one way it is stored; any other text as it is. */
export const accentText = (text: string): string => {
  const color = text.trim().toLowerCase();
  const [, red, green, blue] = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color) ?? [];
  if (red && green && blue) return `#${red}${red}${green}${green}${blue}${blue}`;
  return /^[0-9a-f]{6}$/.test(color) ? `#${color}` : color;
};

/** The picture of a file as a logo; null for what is no PNG. */
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

/** What the server is sent of a draft; a logo only where it is another one. */
export const brandBody = ({ name, accent, logo }: BrandDraft, client: DashboardClient): object => ({
  name: name.trim(),
  accent: accent === "" ? null : accent,
  ...(logo?.src !== client.brand.logo?.src && {
    logo: logo === null ? null : logo.src.slice(logo.src.indexOf(",") + 1),
  }),
});
