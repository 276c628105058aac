import { expect, test } from "vitest";
import { words as en } from "../../../i18n/en/rare/end.ts";
import { words as fr } from "../../../i18n/fr/rare/end.ts";
import { COUNTRY_CODES, LANGUAGES, LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { linkConfig, PAGE, testApp } from "../../../testing/test-app/test-app.ts";
import { trustFacts } from "./trust-facts.ts";

const BRAND = { title: "Acme" };

const config = {
  clientName: "Corner Shop",
  countryCodes: ["US" as const],
  language: "en" as const,
  product: ["auth" as const, "transactions" as const],
};

test("the facts name the data, the duration, the password and the end", () => {
  expect(trustFacts(config, BRAND)).toEqual([
    {
      term: "What is read",
      text: "Only accounts, balances, transactions, and account numbers.",
    },
    { term: "For how long", text: "Until you or your bank ends it." },
    { term: "Your password", text: "It goes to your bank, not to Corner Shop." },
    { term: "How to end it", text: "By “See or stop sharing” at the end, or with Corner Shop." },
    { term: "Run by", text: "Acme" },
  ]);
});

test("the operator is named only if it is not the application", () => {
  const terms = (title: string) => trustFacts(config, { title }).map(({ term }) => term);
  expect(terms("Acme")).toContain("Run by");
  expect(terms("Corner Shop")).not.toContain("Run by");
});

test("the link that ends the connection is named as the last view names it", () => {
  for (const [language, { manage }] of [
    ["en", en],
    ["fr", fr],
  ] as const)
    expect(trustFacts({ ...config, language }, BRAND).at(3)?.text).toContain(manage);
});

test("no list of kinds of data has two words for “and”", () => {
  const [reads] = trustFacts({ ...config, product: ["auth"] }, BRAND);
  expect(reads?.text).toBe("Only accounts, balances, and account numbers.");
});

test("every product is named in every language", () => {
  for (const language of LANGUAGES)
    for (const product of LINK_PRODUCTS) {
      const [reads] = trustFacts({ ...config, language, product: [product] }, BRAND);
      const [accounts] = trustFacts({ ...config, language, product: [] }, BRAND);
      expect(reads?.text.length, product).toBeGreaterThan(accounts?.text.length ?? 0);
    }
});

test("a product that one of the countries lacks is not named", () => {
  const [reads] = trustFacts({ ...config, countryCodes: ["US", "GB"], product: ["income"] }, BRAND);
  expect(reads?.text).toBe("Only accounts and balances.");
});

test("there are no facts if a consent says them in every country", () => {
  const withFacts = COUNTRY_CODES.filter(
    (country) => trustFacts({ ...config, countryCodes: [country] }, BRAND).length > 0,
  );
  expect(withFacts).toContain("US");
  expect(withFacts).not.toContain("GB");
  expect(trustFacts({ ...config, countryCodes: ["GB", "US"] }, BRAND)).toHaveLength(5);
});

test("a session has the facts of its configuration", async () => {
  const app = await testApp();
  const start = async (changes: object) =>
    (
      await app.post("/bridge/session/start", {
        config: { ...linkConfig(app.keys.public_key), ...changes },
        origin: PAGE,
      })
    ).body.trust;
  expect(await start({})).toHaveLength(5);
  expect(await start({ countryCodes: ["FR"], product: ["transactions"] })).toEqual([]);
});
