import { expect, test } from "vitest";
import { money, printableText, roundMoney } from "./printed-text.ts";

test("Western European characters are written unchanged", () => {
  const text = "Zoë Müller, Señor Nuñez, Œuvre d’été – £5 or €6 • ¡sí! ÅØÆß";
  expect(printableText(text)).toBe(text);
  expect(printableText("Zoë".normalize("NFD"))).toBe("Zoë");
});

test("characters that the fonts lack lose their diacritics, or become a placeholder", () => {
  expect(printableText("Łukasz Dvořák, Ştefan Đorđe Erdoğan")).toBe(
    "Lukasz Dvorák, Stefan Dorde Erdogan",
  );
  expect(printableText("Ωmega 東京")).toBe("?mega ??");
  expect(printableText("a\u00a0b\u202fc\td\ne\u200bf")).toBe("a b c d ef");
});

const of = (iso: string | null, other: string | null = null) => ({
  iso_currency_code: iso,
  unofficial_currency_code: other,
});

test("amounts are written with the symbol or the code of their currency", () => {
  expect(money(1204.5, of("USD"))).toBe("$1,204.50");
  expect(money(-0.004, of("USD"))).toBe("$0.00");
  expect(money(-1_000_000, of("GBP"))).toBe("-£1,000,000.00");
  expect(money(-3, of("CHF"))).toBe("-CHF 3.00");
  expect(money(3, of(null, "POINTS"))).toBe("3.00 POINTS");
  expect(money(3, of(null))).toBe("3.00");
  expect(roundMoney(2500, of("EUR"))).toBe("€2,500");
  expect(roundMoney(0.25, of("EUR"))).toBe("€0.25");
  expect(roundMoney(25_000_000, of("EUR"))).toBe("€25M");
});
