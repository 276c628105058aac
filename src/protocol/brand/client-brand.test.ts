import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accentColors,
  brandStyle,
  checkAccent,
  contrast,
  isAccent,
  READABLE,
} from "./client-brand.ts";

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);

const PAPER = { light: "#ffffff", dark: "#161b26" };
const MUTED = { light: "#5b6475", dark: "#a4adbd" };

test("contrast is computed as WCAG defines it", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("the suggestion for any accent is readable in both themes", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const { nearest } = checkAccent(color);
      expect(isAccent(nearest)).toBe(true);
      expect(checkAccent(nearest).contrast).toBeGreaterThanOrEqual(READABLE);
      expect(checkAccent(nearest).nearest).toBe(nearest);
      const colors = accentColors(nearest);
      for (const theme of ["light", "dark"] as const) {
        const { accent, deep, tint } = colors[theme];
        expect(contrast(accent, PAPER[theme])).toBeGreaterThanOrEqual(READABLE);
        expect(contrast(deep, PAPER[theme])).toBeGreaterThanOrEqual(READABLE);
        expect(contrast(MUTED[theme], tint)).toBeGreaterThanOrEqual(READABLE);
        expect(contrast(accent, tint)).toBeGreaterThanOrEqual(3);
      }
    }),
    { examples: [["#000000"], ["#ffffff"], ["#ffff00"], ["#00ff00"], ["#0000ff"], ["#ff0000"]] },
  );
});

test("a suggestion keeps the hue, and a readable accent stays as it is", () => {
  expect(checkAccent("#3044c9").nearest).toBe("#3044c9");
  const { contrast: before, nearest } = checkAccent("#ffcc00");
  expect(before).toBeLessThan(2);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(nearest.slice(at, at + 2), 16),
  );
  expect(red > green && green > blue).toBe(true);
});

const OWN = { accent: null, radius: null, font: null, logo: null };

test("the default look needs no style", () => {
  expect(brandStyle(OWN)).toBe("");
  const style = brandStyle({ ...OWN, logo: { src: "/l.png", width: 400, height: 100 } });
  expect(style).toContain("width:96px;height:24px;");
  expect(style).toContain(".app.app{width:4em;height:2.2em;");
  expect(style).not.toContain("--accent");
});
