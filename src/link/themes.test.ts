import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** The style sheets that define colours: of the first view, and of the lazy views. */
const css = ["card.css", "controls.css"].map((path) =>
  readFileSync(join(import.meta.dirname, "styles", path), "utf8"),
);

/** The colours that the rules of a selector define, in all sheets together. */
const colorsOf = (selector: string): Map<string, string> => {
  const blocks = css.map((sheet) => sheet.split(`${selector} {`)[1]?.split("}")[0] ?? "");
  const names = blocks.join("").matchAll(/--([a-z]+): (#[0-9a-f]+);/g);
  return new Map([...names].map(([, name = "", color = ""]) => [name, color]));
};

const light = colorsOf(":root");
const dark = colorsOf('\n[data-theme="dark"]');

/** The relative luminance of a colour, from 0 to 1, as WCAG defines it. */
const luminance = (color: string): number => {
  const digits =
    color.length === 4 ? [...color.slice(1)].map((d) => d + d).join("") : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
};

test("the dark theme is the same as a setting and as the device's preference", () => {
  expect(colorsOf('\n  :root:not([data-theme="light"])')).toEqual(dark);
});

test("the themes colour the same things", () => {
  expect([...dark.keys()].sort()).toEqual([...light.keys()].sort());
});

describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s theme", (_, theme) => {
  const between = (a: string, b: string): number =>
    contrast(theme.get(a) ?? "", theme.get(b) ?? "");

  test.each([
    ["ink", "paper"],
    ["ink", "wash"],
    ["ink", "tint"],
    ["muted", "paper"],
    ["muted", "wash"],
    ["muted", "tint"],
    ["muted", "line"],
    ["accent", "paper"],
    ["accent", "wash"],
    ["deep", "paper"],
    ["bad", "paper"],
    ["bad", "wash"],
    ["bad", "alarm"],
    ["caution", "paper"],
    ["caution", "wash"],
    ["caution", "warn"],
  ])("%s can be read on %s", (text, ground) => {
    expect(between(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ["edge", "paper"],
    ["accent", "tint"],
    ["good", "paper"],
  ])("%s can be made out on %s", (shape, ground) => {
    expect(between(shape, ground)).toBeGreaterThanOrEqual(3);
  });
});
