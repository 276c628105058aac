/// <reference types="vite/client" />
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "../protocol/errors/errors.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../protocol/vocabulary.ts";

const SRC = join(import.meta.dirname, "..");
const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

const listFiles = (language: string): string[] =>
  readdirSync(join(import.meta.dirname, language), { recursive: true, encoding: "utf8" }).sort();

/** The exports of each file in the languages' folders. */
const FILES = {
  ...import.meta.glob<Record<string, unknown>>("./*/*.ts", { eager: true }),
  ...import.meta.glob<Record<string, unknown>>("./*/rare/*.ts", { eager: true }),
};

/** Every sentence with its key. Parameters are {0}, {1}, {2}. */
const sentences = (words: unknown, path: string): [string, string][] => {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function") return [[path, String(words("{0}", "{1}", "{2}"))]];
  return words instanceof RegExp
    ? []
    : Object.entries(Object(words)).flatMap(([key, inner]) => sentences(inner, `${path}.${key}`));
};

const listSentences = (language: string): [string, string][] =>
  Object.entries(FILES)
    .filter(
      ([path]) =>
        path.startsWith(`./${language}/`) && !/^\.\/\w+\/(all|errors)\.ts$|fixture\.ts$/.test(path),
    )
    .flatMap(([path, words]) => sentences(words, path.slice(language.length + 3)));

const ENGLISH = listSentences(DEFAULT_LANGUAGE);

test("each language has a folder, and all folders have the same files", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true });
  expect(folders.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort()).toEqual(
    [...LANGUAGES].sort(),
  );
  expect(ENGLISH.length).toBeGreaterThan(150);
  // English is in the first chunk, and its errors are in the error catalogue.
  for (const language of OTHERS)
    expect(listFiles(language)).toEqual(
      [...listFiles(DEFAULT_LANGUAGE), "all.ts", "errors.ts"].sort(),
    );
});

for (const language of OTHERS) {
  test(`every text exists in ${language} and names the same things`, () => {
    const sentences = new Map(listSentences(language));
    expect([...sentences.keys()].sort()).toEqual(ENGLISH.map(([key]) => key).sort());
    for (const [key, words] of ENGLISH) {
      expect(words.trim(), key).not.toBe("");
      expect(sentences.get(key)?.trim(), key).toBeTruthy();
      for (const name of ["{0}", "{1}", "{2}"])
        expect(sentences.get(key)?.includes(name), `${key} ${name}`).toBe(words.includes(name));
    }
  });

  test(`every error that speaks to the user speaks ${language}`, () => {
    const codes = Object.keys(ERRORS).filter((code) => "display" in ERRORS[code as ErrorCode]);
    const { errors } = FILES[`./${language}/errors.ts`] as { errors: Record<string, string> };
    expect(Object.keys(errors).sort()).toEqual(codes.sort());
    for (const [code, words] of Object.entries(errors)) expect(words.trim(), code).not.toBe("");
  });

  test(`consent is asked for with one version of the text in ${language}`, () => {
    const versionIn = (catalogue: string) =>
      new Map(listSentences(catalogue)).get("rare/consent.ts.words.version");
    expect(versionIn(language)).toBe(versionIn(DEFAULT_LANGUAGE));
    expect(versionIn(language)).toBeTruthy();
  });
}

test("French keeps its double punctuation on the line of the word before it", () => {
  const { errors } = FILES["./fr/errors.ts"] as { errors: object };
  for (const [key, words] of [...listSentences("fr"), ...sentences(errors, "errors")])
    expect(words, key).not.toMatch(/ [?:;!]/);
});

test("no written source file outside i18n but the list of languages names one other than the default", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SRC }).filter(
    (file) => !/(^i18n|^client\/generated|\.(test|fixture)\.tsx?$|^testing)/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const names = new RegExp(`["'\`](?:${OTHERS.join("|")})["'\`]|\\b(?:${OTHERS.join("|")}):`);
  const naming = files.filter((file) => names.test(readFileSync(join(SRC, file), "utf8")));
  expect(naming).toEqual(["protocol/vocabulary.ts"]);
});
