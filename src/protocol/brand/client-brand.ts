/** The look of Link for a client's users. */
export type BrandLook = {
  /** `#rrggbb`; null for the default. */
  accent: string | null;
  /**
   * The radius of buttons and fields, in pixels; other radii derive from it. Null for the default.
   */
  radius: number | null;
  /** A font family on the user's device; null for the device's own. */
  font: string | null;
  /** The address and the size of the logo in pixels; null without a logo. */
  logo: { src: string; width: number; height: number } | null;
};

/** The colours of Link derived from an accent, in a theme. */
type AccentColors = { accent: string; deep: string; tint: string };

/** The largest radius of buttons and fields, in pixels: half of their height. */
export const MAX_RADIUS = 26;

/** Whether a text is a font family that is safe in a style: letters, digits, spaces and hyphens. */
export const isFont = (text: string): boolean => /^\p{L}[\p{L}\p{N} -]{0,49}$/u.test(text);

/** The minimum contrast of text: WCAG 2.2, level AA. */
export const READABLE = 4.5;

/** The backgrounds of the accent and of button texts: Link's paper and wash. */
const GROUNDS = { light: ["#ffffff", "#f5f6fa"], dark: ["#161b26", "#212836"] } as const;

/** Whether a text is a colour in the stored format: `#rrggbb`, in lower case. */
export const isAccent = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/**
 * Returns a colour such as `#3AF` or `33aaff` in the stored format. Any other text is unchanged.
 */
export const accentText = (text: string): string => {
  const color = text.trim().toLowerCase();
  const [, red, green, blue] = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color) ?? [];
  if (red && green && blue) return `#${red}${red}${green}${green}${blue}${blue}`;
  return /^[0-9a-f]{6}$/.test(color) ? `#${color}` : color;
};

/**
 * Returns the contrast of an accent with its backgrounds, and the nearest readable accent, which
 * may be the same.
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

const lookStyle = (look: BrandLook): string =>
  (look.accent === null ? "" : accentStyle(accentColors(look.accent))) +
  (look.logo === null ? "" : logoStyle(look.logo)) +
  shapeStyle(look);

/** The limits of a logo: its bytes, the pixels of a side, and the ratio of its sides. */
export const LOGO_LIMITS = { bytes: 40_000, shortest: 48, longest: 1024, ratio: 8 };

/** The selector is more specific than Link's own rules, since some of those rules come later. */
const accentStyle = ({ light, dark }: Record<"light" | "dark", AccentColors>): string =>
  `html:root${rule(light)}html[data-theme="dark"]${rule(dark)}` +
  `@media(prefers-color-scheme:dark){html:root:not([data-theme="light"])${rule(dark)}}`;

const rule = ({ accent, deep, tint }: AccentColors): string =>
  `{--accent:${accent};--deep:${deep};--tint:${tint}}`;

/** The radius of Link's buttons and fields, in pixels. */
export const DEFAULT_RADIUS = 12;

/** The radii of cards, rows, notices and checkboxes keep their ratio to the radius of buttons. */
function shapeStyle({ radius, font }: Pick<BrandLook, "radius" | "font">): string {
  const scaled = (own: number): string =>
    `{border-radius:${Math.round((own * (radius ?? 0)) / DEFAULT_RADIUS)}px}`;
  return (
    (radius === null
      ? ""
      : `.text.text,.button.button,.row.row,.tool.tool,.offline.offline${scaled(DEFAULT_RADIUS)}` +
        `[type="checkbox"][type]${scaled(4)}` +
        `@media(min-width:481px) and (min-height:521px){.card.card${scaled(20)}}`) +
    (font === null ? "" : `html body{font-family:"${font}",system-ui,sans-serif}`)
  );
}

const LOGO_HEIGHT = 24;
const LOGO_WIDTH = 112;

/** The height and the maximum width of the tile next to the trust facts, in the tile's `em`. */
const TILE = { height: 2.2, width: 4 };

/**
 * The logo replaces the lock in the header, and the initial next to the trust facts. Its background
 * is white, for which logos are designed.
 */
const logoStyle = ({ src, width, height }: NonNullable<BrandLook["logo"]>): string => {
  const logoWidth = Math.min(LOGO_WIDTH, Math.round((width / height) * LOGO_HEIGHT));
  const ratio = Math.max(1, width / height);
  const tileWidth = Math.min(TILE.width, Math.round(TILE.height * ratio * 10) / 10);
  const picture = "#fff var(--logo) center/contain no-repeat content-box border-box";
  return (
    `:root{--logo:url("${src}")}` +
    `.owner::before{content:"";display:inline-block;box-sizing:content-box;width:${logoWidth}px;height:${LOGO_HEIGHT}px;` +
    `margin-inline-end:8px;border-radius:8px;padding:2px 4px;vertical-align:middle;background:${picture}}.owner .icon{display:none}` +
    `.app.app{width:${tileWidth}em;height:${TILE.height}em;padding:.2em;color:#0000;background:${picture}}`
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

/** Colours are `#rrggbb`. */
type Triple = [number, number, number];

/** The contrast ratio of two colours by WCAG 2.2, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
};

/** Mixes a part of one colour with the rest of another colour. */
const mix = (color: string, ground: string, part: number): string => {
  const grounds = parseChannels(ground);
  return hexOf(
    parseChannels(color).map((value, index) => value * part + (grounds[index] ?? 0) * (1 - part)),
  );
};

/** Changes a colour's lightness in OKLab, in which white is 1 above black. The hue stays. */
const changeLightness = (color: string, change: number): string => {
  const [lightness, ...hue] = toOklab(color);
  return fromOklab(Math.min(1, Math.max(0, lightness + change)), hue);
};

/**
 * Returns the nearest shade towards black (0) or white (1) that passes; the colour itself if it
 * passes.
 */
const nearestShade = (color: string, end: 0 | 1, passes: (shade: string) => boolean): string => {
  if (passes(color)) return color;
  const [lightness, ...hue] = toOklab(color);
  let [failing, passing] = [lightness, end as number];
  for (let step = 0; step < 20; step++) {
    const middle = (failing + passing) / 2;
    if (passes(fromOklab(middle, hue))) passing = middle;
    else failing = middle;
  }
  return fromOklab(passing, hue);
};

const parseChannels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const hexOf = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

const linear = (color: string): Triple => {
  const [red = 0, green = 0, blue = 0] = parseChannels(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return [red, green, blue];
};

const luminance = (color: string): number => {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/**
 * Björn Ottosson's OKLab, a perceptually uniform space: https://bottosson.github.io/posts/oklab/
 */
const toOklab = (color: string): Triple => {
  const [r, g, b] = linear(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

/** Converts from OKLab; reduces the chroma until the colour is in sRGB. */
const fromOklab = (lightness: number, [a = 0, b = 0]: readonly number[]): string => {
  for (let chroma = 1; chroma > 0; chroma -= 0.02) {
    const parts = toLinear(lightness, a * chroma, b * chroma);
    if (parts.every((part) => part >= -0.0005 && part <= 1.0005)) return encode(parts);
  }
  return encode(toLinear(lightness, 0, 0));
};

const toLinear = (lightness: number, a: number, b: number): Triple => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
};

const encode = (parts: Triple): string =>
  hexOf(
    parts
      .map((part) => Math.min(1, Math.max(0, part)))
      .map((part) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055))
      .map((part) => part * 255),
  );
