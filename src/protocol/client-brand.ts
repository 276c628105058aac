import { changeLightness, contrast, mix, nearestShade } from "./color.ts";

/** The look of Link for a client's users. */
export type BrandLook = {
  /** `#rrggbb`; null for the default. */
  accent: string | null;
  /** Its address, and its size in pixels; null for none. */
  logo: { src: string; width: number; height: number } | null;
};

/** The colours of Link derived from an accent, in one theme. */
export type AccentColors = { accent: string; deep: string; tint: string };

/** The minimum contrast of text: WCAG 2.2, level AA. */
export const READABLE = 4.5;

/** The backgrounds of the accent and of button texts: Link's paper and wash. */
const GROUNDS = { light: ["#ffffff", "#f5f6fa"], dark: ["#161b26", "#212836"] } as const;

/** Link's default colours, by theme. */
export const DEFAULT_ACCENTS: Record<"light" | "dark", AccentColors> = {
  light: { accent: "#3044c9", deep: "#2434a3", tint: "#f1f3fd" },
  dark: { accent: "#9fb0ff", deep: "#bccaff", tint: "#222a45" },
};

/** Whether a text is a colour in the stored format: `#rrggbb`, in lower case. */
export const isAccent = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/**
 * Returns the contrast of an accent with its backgrounds, and the nearest readable accent, which
 * may be itself.
 */
export const checkAccent = (accent: string): { contrast: number; nearest: string } => ({
  contrast: leastContrast(accent, "light"),
  nearest: readableShade(accent, "light"),
});

/** Returns the colours of both themes; on dark paper the accent is lightened as needed. */
export const accentColors = (accent: string): Record<"light" | "dark", AccentColors> => {
  const dark = readableShade(accent, "dark");
  return {
    light: {
      accent,
      deep: changeLightness(accent, -0.08),
      tint: mix(accent, GROUNDS.light[0], 0.07),
    },
    dark: {
      accent: dark,
      deep: changeLightness(dark, 0.07),
      tint: mix(dark, GROUNDS.dark[0], 0.12),
    },
  };
};

/** Returns the CSS rule for a client's look; empty for the default look. */
export const brandStyle = (look: BrandLook): string => {
  const style = lookStyle(look);
  return style && `@media all{${style}}`;
};

const lookStyle = ({ accent, logo }: BrandLook): string =>
  `${accent === null ? "" : accentStyle(accentColors(accent))}${logo === null ? "" : logoStyle(logo)}`;

/** Returns the style sheet that overrides Link's current look, for a preview. */
export const previewStyle = ({ accent, logo }: BrandLook): string =>
  accentStyle(accent === null ? DEFAULT_ACCENTS : accentColors(accent)) +
  (logo === null
    ? ".owner.owner::before{content:none}.owner.owner .icon{display:inline}"
    : logoStyle(logo));

/** More specific than Link's own rules, since some of those come later. */
const accentStyle = ({ light, dark }: Record<"light" | "dark", AccentColors>): string =>
  `html:root${rule(light)}html[data-theme="dark"]${rule(dark)}` +
  `@media(prefers-color-scheme:dark){html:root:not([data-theme="light"])${rule(dark)}}`;

const rule = ({ accent, deep, tint }: AccentColors): string =>
  `{--accent:${accent};--deep:${deep};--tint:${tint}}`;

const LOGO_HEIGHT = 24;
const LOGO_WIDTH = 112;

/** The logo replaces the lock, on white, as logos are designed for it. */
const logoStyle = ({ src, width, height }: NonNullable<BrandLook["logo"]>): string => {
  const logoWidth = Math.min(LOGO_WIDTH, Math.round((width / height) * LOGO_HEIGHT));
  return (
    `.owner::before{content:"";display:inline-block;box-sizing:content-box;width:${logoWidth}px;height:${LOGO_HEIGHT}px;` +
    `margin-inline-end:8px;border-radius:6px;padding:2px 4px;vertical-align:middle;` +
    `background:#fff url("${src}") center/contain no-repeat content-box border-box}.owner .icon{display:none}`
  );
};

const leastContrast = (color: string, theme: "light" | "dark"): number =>
  Math.min(...GROUNDS[theme].map((ground) => contrast(color, ground)));

const readableShade = (color: string, theme: "light" | "dark"): string =>
  nearestShade(
    color,
    theme === "light" ? 0 : 1,
    (shade) => leastContrast(shade, theme) >= READABLE,
  );
