import { styleText } from "node:util";
import fc from "fast-check";
import encodeQR from "qr";
import { expect, test } from "vitest";
import { anyText } from "../testing/any-text.ts";
import { samples } from "../testing/property-samples.ts";
import { printable } from "./printable.ts";

test.each([
  ["\u001b[2J\u001b[1;1H", "\\u001b[2J\\u001b[1;1H"],
  ["\u001b]0;title\u0007", "\\u001b]0;title\\u0007"],
  ["\u009b31m", "\\u009b31m"],
  ["\u001b[8mhidden", "\\u001b[8mhidden"],
  ["\u001b[1;47mwhite", "\\u001b[1;47mwhite"],
  ["paid\rowed", "paid\\u000dowed"],
  ["a\u202eb\u2066c\ufeff", "a\\u202eb\\u2066c\\ufeff"],
  ["a\u2028b", "a\\u2028b"],
])("%j does not steer a terminal", (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("styles, QR codes and line breaks of the commands stay", () => {
  const texts = [
    ...(["bold", "dim", "red", "green", "yellow", "cyan"] as const).map((format) =>
      styleText(format, "word", { validateStream: false }),
    ),
    encodeQR("https://bank.example", "term", { ecc: "low", border: 2 }),
    encodeQR("https://bank.example", "ascii", { ecc: "low", border: 2 }),
    "date,amount\r\n\t2026-01-05,€ 4.50\n",
  ];
  for (const text of texts) expect(printable(text)).toBe(text);
});

test("JSON says the same after it is printed", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const line = printable(JSON.stringify({ text }));
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      expect(JSON.parse(line)).toEqual({ text });
    }),
    { numRuns: samples(200) },
  );
});
