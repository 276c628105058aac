import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../testing/any-text.ts";
import { samples } from "../../testing/property-samples.ts";
import {
  accountNumberFrom,
  currencyCodes,
  currencyFrom,
  dayFrom,
  dayIn,
  idFrom,
  lineFrom,
} from "./bank-values.ts";

const HARMFUL =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u206a-\u206f\ufeff]/u;

/** Any text, and a text with a harmful character. */
const hostile = fc
  .array(
    fc.oneof(
      anyText(),
      fc.constantFrom("\n", "\r", "\u0085", "\u2028", "\u2029", "\u202e", "\u2066", "\u200f"),
      fc.constantFrom("\ud800", "\udc00", "\ufffe", "\0", "\t", " "),
    ),
  )
  .map((parts) => parts.join(""));

test("a line has no character that ends it, reorders it, or is half of one", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const line = lineFrom(text);
      expect(line ?? "").not.toMatch(HARMFUL);
      expect(line).toBe(lineFrom(line));
      expect(line).not.toBe("");
    }),
    { numRuns: samples(500) },
  );
});

test("a long text is cut without halving a character", () => {
  const line = lineFrom(`x${"😀".repeat(5000)}`) ?? "";
  expect(line).toHaveLength(1999);
  expect(line).not.toMatch(HARMFUL);
});

test("an identifier and an account number are taken as they are, or not at all", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const parsed of [idFrom(text), accountNumberFrom(text)])
        if (parsed !== null) {
          expect(parsed).toBe(text);
          expect(parsed).not.toMatch(HARMFUL);
        }
    }),
    { numRuns: samples(500) },
  );
  expect(idFrom("x".repeat(257))).toBeNull();
  expect(accountNumberFrom("1".repeat(101))).toBeNull();
  expect(idFrom("a\u202eb")).toBeNull();
});

test.each([
  ["eur", { iso_currency_code: "EUR", unofficial_currency_code: null }],
  [" USD ", { iso_currency_code: "USD", unofficial_currency_code: null }],
  ["points5", { iso_currency_code: null, unofficial_currency_code: "POINTS5" }],
])("the currency %j goes out as %j", (text, codes) => {
  expect(currencyCodes(currencyFrom(text))).toEqual(codes);
});

test.each(["EU", "HYPERLINK(0)", "EUR\ninclude x", "E\u202eUR", "EUR;", "€", "x".repeat(300)])(
  "%j is no currency",
  (text) => {
    expect(currencyFrom(text)).toBeNull();
  },
);

test("a day exists", () => {
  expect(dayFrom(2024, 2, 29)).toBe("2024-02-29");
  expect(dayFrom(2026, 2, 29)).toBeNull();
  expect(dayIn("2026-01-05T10:00:00Z")).toBe("2026-01-05");
  expect(dayIn("x2026-01-05")).toBeNull();
});

test("a checked value is made by its constructor alone", () => {
  const root = resolve(import.meta.dirname, "../..");
  const cast = /\bas (Line|Currency|IsoCurrency|AccountNumber|Iban|BankCode|Bic|Id|Day|Amount)\b/;
  const files = globSync("**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.{test,fixture}.ts"] });
  const makers = files.filter((file) => cast.test(readFileSync(resolve(root, file), "utf8")));
  expect(makers.toSorted()).toEqual([
    "server/domain/bank-values.ts",
    "server/domain/calendar.ts",
    "server/formats/decimal.ts",
  ]);
});
