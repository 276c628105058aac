import fc from "fast-check";
import { expect, test } from "vitest";
import { contrastWithWhite, darkEnough } from "./contrast.ts";

const color = fc.stringMatching(/^#[0-9a-f]{6}$/);

test("white has no contrast with white, and black the most", () => {
  expect(contrastWithWhite("#ffffff")).toBe(1);
  expect(contrastWithWhite("#000000")).toBeCloseTo(21, 9);
});

test("white is readable on every darkened colour", () => {
  fc.assert(
    fc.property(color, (color) => {
      expect(contrastWithWhite(darkEnough(color))).toBeGreaterThanOrEqual(4.5);
      expect(darkEnough(color)).toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
});

test("a dark colour stays as it is, and a light one keeps its hue", () => {
  expect(darkEnough("#0b5c6b")).toBe("#0b5c6b");
  expect(darkEnough("#ffd400")).toBe("#8c7500");
});
