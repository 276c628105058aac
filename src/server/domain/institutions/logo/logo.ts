import type { Appearance } from "../../../../protocol/appearance.ts";
import { LOGO_PATHS, LOGO_SQUARE } from "../../../../protocol/logo-paths.ts";
import type { LogoShape } from "../../../../protocol/vocabulary.ts";
import { type Paint, png, pngPixels } from "./png.ts";
import { rasterize, WHOLE } from "./rasterize.ts";
import { polygonsOf } from "./svg-path.ts";

/** The width and the height of a logo. */
export const LOGO_PIXELS = 152;

const { side, corner } = LOGO_SQUARE;
const SCALE = LOGO_PIXELS / side;

/** An institution's logo as Link draws it: a PNG in Base64. */
export const logoOf = ({ logoShape, color }: Appearance): string =>
  png(pixelsOf(logoShape), LOGO_PIXELS, paletteOf(color)).toString("base64");

/** Memoized: the pixels are the same for every colour, and only the palette differs. */
const pixelsByShape = new Map<LogoShape, Buffer>();

function pixelsOf(shape: LogoShape): Buffer {
  const memo = pixelsByShape.get(shape);
  if (memo) return memo;
  const square = rasterize(polygonsOf(roundedSquare()), LOGO_PIXELS, SCALE);
  const white = rasterize(polygonsOf(LOGO_PATHS[shape]), LOGO_PIXELS, SCALE);
  const colors = square.map((level, at) => (level < WHOLE ? level : WHOLE + (white[at] ?? 0)));
  const pixels = pngPixels(colors, LOGO_PIXELS);
  pixelsByShape.set(shape, pixels);
  return pixels;
}

/** At the corners the colour fades away; within the square it goes over to white. */
function paletteOf(color: string): Paint[] {
  const mix = (share: number, opacity: number): Paint => {
    const part = (from: number): number => {
      const own = Number.parseInt(color.slice(from, from + 2), 16);
      return Math.round(own + (255 - own) * share);
    };
    return { rgb: [part(1), part(3), part(5)], opacity };
  };
  return [
    ...Array.from({ length: WHOLE }, (_, level) => mix(0, Math.round((level / WHOLE) * 255))),
    ...Array.from({ length: WHOLE + 1 }, (_, white) => mix(white / WHOLE, 255)),
  ];
}

function roundedSquare(): string {
  const straight = side - 2 * corner;
  const turn = (x: number, y: number) => `a${corner} ${corner} 0 0 1 ${x} ${y}`;
  return [
    `M${corner} 0h${straight}${turn(corner, corner)}v${straight}${turn(-corner, corner)}`,
    `h${-straight}${turn(-corner, -corner)}v${-straight}${turn(corner, -corner)}z`,
  ].join("");
}
