import {
  type BrandLook,
  isAccent,
  isFont,
  LOGO_LIMITS,
} from "../../protocol/brand/client-brand.ts";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import type { Theme } from "../../protocol/vocabulary.ts";

/** An unsaved brand. */
export type BrandDraft = {
  name: string;
  /** The typed colour; empty for Link's own. */
  accent: string;
  mode: Theme;
  /** The chosen radius in pixels; empty for Link's own. */
  radius: string;
  /** The typed font family; empty for the device's own. */
  font: string;
  hasTrustPane: boolean;
  /** The logo to show, as a `data:` address if it is not saved yet. */
  logo: BrandLook["logo"];
};

/** Returns a draft of the saved brand. */
export const draftOf = ({ brand }: DashboardClient): BrandDraft => ({
  name: brand.name,
  accent: brand.accent ?? "",
  mode: brand.mode,
  radius: brand.radius === null ? "" : String(brand.radius),
  font: brand.font ?? "",
  hasTrustPane: brand.trust_pane,
  logo: brand.logo,
});

/** Returns the part of a draft that can be shown: an incomplete colour is left out. */
export const lookOf = ({ accent, radius, font, logo }: BrandDraft): BrandLook => ({
  accent: isAccent(accent) ? accent : null,
  radius: radius === "" ? null : Number(radius),
  font: isFont(font.trim()) ? font.trim() : null,
  logo,
});

/** Returns the `theme` of `create` that gives one session the draft's look; empty for Link's own. */
export const themeSnippet = (draft: BrandDraft): string => {
  const { accent, radius, font } = lookOf(draft);
  const theme = {
    ...(draft.mode !== "auto" && { mode: draft.mode }),
    ...(accent && { accent }),
    ...(radius !== null && { radius }),
    ...(font && { font }),
  };
  const fields = Object.entries(theme).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return fields.length === 0 ? "" : `theme: { ${fields.join(", ")} }`;
};

/** The pixels into which other images are drawn: four for each of a page's, as high as a logo is shown. */
const DRAWN_HEIGHT = 96;
const DRAWN_WIDTH = LOGO_LIMITS.shortest * LOGO_LIMITS.ratio;

/** Returns an image of any kind that the browser reads as a logo; null if it reads none. */
export const logoOfFile = async (file: File): Promise<BrandLook["logo"]> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (text.startsWith("\x89PNG\r\n\x1a\n") && bytes.length >= 33) {
    const header = new DataView(bytes.buffer);
    const [width, height] = [header.getUint32(16), header.getUint32(20)];
    if (isWithinLimits(bytes.length, width, height))
      return { src: `data:image/png;base64,${btoa(text)}`, width, height };
  }
  const image = new Image();
  // An image runs no scripts, an SVG neither.
  image.src = `data:${file.type};base64,${btoa(text)}`;
  try {
    await image.decode();
    return drawnLogo(image);
  } catch {
    return null;
  }
};

function isWithinLimits(bytes: number, width: number, height: number): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const { shortest, longest, ratio } = LOGO_LIMITS;
  return (
    bytes <= LOGO_LIMITS.bytes && short >= shortest && long <= longest && long <= short * ratio
  );
}

/** Draws an image as a PNG within the limits, in the middle of the smallest one if it is narrow. */
function drawnLogo(image: HTMLImageElement): BrandLook["logo"] {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  for (const part of context ? [1, 0.75, 0.5] : []) {
    const scale = part * Math.min(DRAWN_WIDTH / image.width, DRAWN_HEIGHT / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    canvas.width = Math.max(LOGO_LIMITS.shortest, Math.round(width));
    canvas.height = Math.max(LOGO_LIMITS.shortest, Math.round(height));
    const left = (canvas.width - width) / 2;
    const top = (canvas.height - height) / 2;
    context?.drawImage(image, left, top, width, height);
    const src = canvas.toDataURL("image/png");
    if ((src.length - src.indexOf(",")) * 0.75 <= LOGO_LIMITS.bytes)
      return { src, width: canvas.width, height: canvas.height };
  }
  return null;
}

/** Returns the fields of a draft as the server has them, without the logo. */
export const brandFields = (draft: BrandDraft) => ({
  name: draft.name.trim(),
  accent: draft.accent === "" ? null : draft.accent,
  mode: draft.mode,
  radius: draft.radius === "" ? null : Number(draft.radius),
  font: draft.font.trim() || null,
  trust_pane: draft.hasTrustPane,
});

/** Returns the content of a draft's logo; null to remove it, undefined if it is the stored one. */
export const changedLogo = (
  { logo }: BrandDraft,
  { brand }: DashboardClient,
): string | null | undefined =>
  logo?.src === brand.logo?.src ? undefined : (logo?.src.slice(logo.src.indexOf(",") + 1) ?? null);
