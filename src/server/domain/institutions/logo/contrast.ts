/** The minimum contrast of readable small text (WCAG 2.2). */
const READABLE = 4.5;

/** The contrast ratio (WCAG 2.2) between a colour, `#rrggbb`, and white. */
export const contrastWithWhite = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = parseChannels(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
};

/** Returns the colour, or its lightest shade on which white text is readable. */
export const darkEnough = (color: string): string => {
  for (let shade = color, steps = 99; ; steps--) {
    if (contrastWithWhite(shade) >= READABLE) return shade;
    shade = `#${parseChannels(color)
      .map((part) => Math.round((part * steps) / 100))
      .map((part) => part.toString(16).padStart(2, "0"))
      .join("")}`;
  }
};

const parseChannels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
