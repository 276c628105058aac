import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "../protocol/errors.ts";
import { FRENCH_ERRORS } from "../server/bridge/french-errors.ts";
import { en, fr } from "./words.fixture.ts";

/** Every sentence with its key; what it is made of stands in it as {0}, {1}, {2}. */
const sentences = (catalogue: object, path = ""): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, words]): [string, string][] => {
    if (typeof words === "string") return [[path + key, words]];
    if (typeof words === "function") return [[path + key, String(words("{0}", "{1}", "{2}"))]];
    return sentences(words, `${path}${key}.`);
  });

test("every error that speaks to the user speaks French", () => {
  const spoken = Object.keys(ERRORS).filter((code) => "display" in ERRORS[code as ErrorCode]);
  expect(Object.keys(FRENCH_ERRORS).sort()).toEqual(spoken.sort());
  expect(Object.keys(fr.errors)).toEqual(Object.keys(en.errors));
});

test("no phrase is blank, and the languages name the same names", () => {
  const french = new Map(sentences(fr));
  for (const [key, words] of sentences(en)) {
    expect(words.trim(), key).not.toBe("");
    expect(french.get(key)?.trim(), key).toBeTruthy();
    for (const name of ["{0}", "{1}", "{2}"])
      expect(french.get(key)?.includes(name), `${key} ${name}`).toBe(words.includes(name));
  }
});

test("the languages ask for consent with one version of the text", () => {
  expect(fr.consent.version).toBe(en.consent.version);
});

test("French keeps its double punctuation on the line of the word before it", () => {
  for (const [key, words] of sentences({ ...fr, sent: FRENCH_ERRORS }))
    expect(words, key).not.toMatch(/ [?:;!]/);
});
