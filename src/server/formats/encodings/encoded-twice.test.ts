import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { decodeText } from "../decode-text.ts";
import { withoutSecondEncoding } from "./encoded-twice.ts";

const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");
const windows = (text: string) => new TextDecoder("windows-1252").decode(Buffer.from(text, "utf8"));

test("a file whose UTF-8 was encoded once more is read as it was before", () => {
  const text = "Müller Bäckerei Straße\nCafé Zoë, 3 €\nŁódź, Београд\n";
  for (const twice of [latin1(text), windows(text), windows(windows(text))]) {
    expect(decodeText(Buffer.from(twice, "utf8"))).toMatchObject({ text, encoding: "utf-8" });
  }
});

test.each([
  "Müller, Straße",
  "SÃO PAULO, NAÇÃO, MÃE",
  "ÎLE, Âge, Ça",
  "3 € £ 5 °C",
  "Ünïcode – “quoted”…",
  "Київ, Москва",
  "東京 ￥500",
  "Ã© and ü",
  "plain",
  "",
])("%j is not decoded again", (text) => {
  expect(withoutSecondEncoding(text)).toBe(text);
});

test("any text with letters of the Latin alphabets is found again, unless it looks encoded twice itself", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9 ,.äöüßéèàçñøåłžčěß€–]{0,40}$/), (text) => {
      // The bytes of ß€ are a letter of N'Ko.
      fc.pre(withoutSecondEncoding(text) === text);
      for (const twice of [latin1(text), windows(text)])
        expect(withoutSecondEncoding(twice)).toBe(text);
    }),
    { numRuns: samples(300) },
  );
});
