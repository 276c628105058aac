import fc from "fast-check";
import { expect, test } from "vitest";
import { emphasis } from "./emphasis.ts";

test("the part of the name that was typed stands out, whatever its case and accents", () => {
  expect(emphasis("Crédit Évident", "evi")).toEqual(["Crédit ", "Évi", "dent"]);
  expect(emphasis("Tartan Bank", " TARTAN ")).toEqual(["", "Tartan", " Bank"]);
});

test("nothing stands out in a name that was found in another way", () => {
  expect(emphasis("Tartan Bank", "tarten")).toEqual(["Tartan Bank", "", ""]);
  expect(emphasis("한 Bank Co", "bank")).toEqual(["한 Bank Co", "", ""]);
  expect(emphasis("Tartan Bank", "")).toEqual(["Tartan Bank", "", ""]);
});

test("the three parts are always the name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (name, query) => {
      expect(emphasis(name, query).join("")).toBe(name);
    }),
  );
});
