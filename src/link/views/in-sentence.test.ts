import fc from "fast-check";
import { expect, test } from "vitest";
import { inSentence } from "./in-sentence.ts";

test("a label inside a sentence begins small, unless it is or has an abbreviation", () => {
  expect(inSentence("Password")).toBe("password");
  expect(inSentence("Numéro client")).toBe("numéro client");
  expect(inSentence("PIN")).toBe("PIN");
  expect(inSentence("User ID")).toBe("User ID");
});

test("nothing else about it changes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (label) => {
      expect(inSentence(label).slice(1)).toBe(label.slice(1));
    }),
  );
});
