import { crc32, deflateSync } from "node:zlib";
import { LOGO_PATHS, LOGO_SQUARE } from "../../../../protocol/brand/logo-paths.ts";
import type { Appearance } from "../../../../protocol/link/appearance.ts";
import type { LogoShape } from "../../../../protocol/vocabulary.ts";
import { listPolygons, rasterize, WHOLE } from "./rasterize.ts";

/** The width and height of a logo in pixels. */
export const LOGO_PIXELS = 152;

const { side, corner } = LOGO_SQUARE;
const SCALE = LOGO_PIXELS / side;

/** An institution's logo as Link draws it: a PNG in Base64. */
export const toLogo = ({ logoShape, color }: Appearance): string =>
  png(drawPixels(logoShape), LOGO_PIXELS, paletteOf(color)).toString("base64");

/** Memoized: every colour has the same pixels and another palette. */
const pixelsByShape = new Map<LogoShape, Buffer>();

function drawPixels(shape: LogoShape): Buffer {
  const memo = pixelsByShape.get(shape);
  if (memo) return memo;
  const square = rasterize(listPolygons(roundedSquare()), LOGO_PIXELS, SCALE);
  const white = rasterize(listPolygons(LOGO_PATHS[shape]), LOGO_PIXELS, SCALE);
  const colors = square.map((level, at) => (level < WHOLE ? level : WHOLE + (white[at] ?? 0)));
  const pixels = pngPixels(colors, LOGO_PIXELS);
  pixelsByShape.set(shape, pixels);
  return pixels;
}

/** The colour fades at the corners, and turns white within the square. */
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

/** A colour of a palette; its opacity is from 0 to 255. */
type Paint = { rgb: readonly [number, number, number]; opacity: number };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
const INDEXED_COLOR = 3;
const NO_FILTER = 0;

/** Encodes the pixels of a square picture for a PNG: indexes of colours, row by row. */
const pngPixels = (colors: Uint8Array, side: number): Buffer => {
  const rows = Array.from({ length: side }, (_, row) =>
    Buffer.concat([
      Buffer.from([NO_FILTER]),
      Buffer.from(colors.subarray(row * side, (row + 1) * side)),
    ]),
  );
  return chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 }));
};

/** A square PNG from its pixels and their palette. */
const png = (pixels: Buffer, side: number, palette: readonly Paint[]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([BIT_DEPTH, INDEXED_COLOR], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(({ rgb }) => rgb))),
    chunk("tRNS", Buffer.from(palette.map(({ opacity }) => opacity))),
    pixels,
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(content, 4);
  whole.writeUInt32BE(crc32(content), content.length + 4);
  return whole;
}
