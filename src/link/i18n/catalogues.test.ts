import { expect, test } from "vitest";
import { ERRORS } from "../../protocol/errors.ts";
import { en } from "./en.ts";
import { enLater } from "./en-later.ts";
import { fr } from "./fr.ts";

const sentences = (catalogue: object): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, words]): [string, string][] => {
    if (typeof words === "string") return [[key, words]];
    if (typeof words === "function") return [[key, String(words("{name}"))]];
    return sentences(words);
  });

test("every error that speaks to the user speaks French", () => {
  const spoken = Object.entries(ERRORS).filter(([, row]) => "display" in row);
  expect(Object.keys(fr.errors).sort()).toEqual(spoken.map(([code]) => code).sort());
});

test("no phrase is blank, and the languages name the same names", () => {
  const french = new Map(sentences(fr));
  for (const [key, words] of sentences({ ...en, ...enLater })) {
    expect(words.trim(), key).not.toBe("");
    expect(french.get(key)?.trim(), key).toBeTruthy();
    expect(french.get(key)?.includes("{name}"), key).toBe(words.includes("{name}"));
  }
});
