import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { LOGO_SHAPES } from "../../../../protocol/vocabulary.ts";
import { LOGO_PIXELS, toLogo } from "./logo.ts";

/** The pixels of a PNG as red, green, blue and opacity. */
const drawPixels = (logo: string) => {
  const file = Buffer.from(logo, "base64");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12)
    chunks.set(
      file.toString("latin1", at + 4, at + 8),
      file.subarray(at + 8, at + 8 + file.readUInt32BE(at)),
    );
  const part = (name: string) => chunks.get(name) ?? Buffer.alloc(0);
  expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
  expect([part("IHDR").readUInt32BE(0), part("IHDR").readUInt32BE(4)]).toEqual([152, 152]);
  const rows = inflateSync(part("IDAT"));
  expect(rows).toHaveLength(LOGO_PIXELS * (LOGO_PIXELS + 1));
  return (x: number, y: number) => {
    const color = rows[y * (LOGO_PIXELS + 1) + 1 + x] ?? 0;
    return [...part("PLTE").subarray(color * 3, color * 3 + 3), part("tRNS")[color]];
  };
};

const COLOR = [0x0b, 0x5c, 0x6b, 255];
const WHITE = [255, 255, 255, 255];

test.each(LOGO_SHAPES)("the logo of shape %s is white on a rounded square", (logoShape) => {
  const pixel = drawPixels(toLogo({ logoShape, color: "#0b5c6b" }));
  for (const [x, y] of [
    [0, 0],
    [151, 0],
    [0, 151],
    [151, 151],
  ] as const)
    expect(pixel(x, y)[3]).toBe(0);
  for (const [x, y] of [
    [76, 1],
    [1, 76],
    [150, 76],
    [76, 150],
  ] as const)
    expect(pixel(x, y)).toEqual(COLOR);
  let white = 0;
  let colorCount = 0;
  for (let y = 0; y < 152; y++)
    for (let x = 0; x < 152; x++) {
      if (String(pixel(x, y)) === String(WHITE)) white++;
      if (String(pixel(x, y)) === String(COLOR)) colorCount++;
    }
  const all = 152 * 152;
  expect(white / all).toBeGreaterThan(0.05);
  expect(white / all).toBeLessThan(0.35);
  expect(colorCount / all).toBeGreaterThan(0.45);
});

test("a hole in a logo shows the square", () => {
  const bloom = drawPixels(toLogo({ logoShape: "bloom", color: "#0b5c6b" }));
  expect(bloom(76, 76)).toEqual(COLOR);
  expect(bloom(76, 57)).toEqual(WHITE);
});

test("the same appearance gives the same logo, and each shape another", () => {
  const color = "#a12b12";
  expect(toLogo({ logoShape: "hill", color })).toBe(toLogo({ logoShape: "hill", color }));
  expect(new Set(LOGO_SHAPES.map((logoShape) => toLogo({ logoShape, color }))).size).toBe(
    LOGO_SHAPES.length,
  );
});
