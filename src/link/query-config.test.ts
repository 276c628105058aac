import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LinkConfig, TokenConfig } from "../protocol/link/config.ts";
import { COUNTRY_CODES, LANGUAGES, LINK_PRODUCTS, THEMES } from "../protocol/vocabulary.ts";
import { anyText, anyUrl } from "../testing/any-text.ts";
import { configIn } from "./query-config.ts";

describe("a query", () => {
  test("spells every parameter of a page's configuration", () => {
    const config = configIn(
      "?isWebview=true&clientName=Corner+Shop&product=auth,transactions&key=k&env=sandbox" +
        "&language=fr&countryCodes=GB,%20FR&webhook=https%3A%2F%2Fshop.example%2Fhook&theme=dark" +
        "&themeAccent=%233AF&themeRadius=4&themeFont=Georgia&themeLogo=false" +
        "&receivedRedirectUri=https%3A%2F%2Fshop.example%2F%3Foauth_state_id%3D1" +
        "&userLegalName=A%20B&userEmailAddress=a%2Bb%40shop.example&accountSelection=one",
    );
    expect(LinkConfig.parse(config)).toEqual({
      isWebview: true,
      clientName: "Corner Shop",
      product: ["auth", "transactions"],
      key: "k",
      env: "sandbox",
      language: "fr",
      countryCodes: ["GB", "FR"],
      webhook: "https://shop.example/hook",
      theme: { mode: "dark", accent: "#33aaff", radius: 4, font: "Georgia", logo: false },
      receivedRedirectUri: "https://shop.example/?oauth_state_id=1",
      user: { legalName: "A B", emailAddress: "a+b@shop.example" },
      accountSelection: "one",
    });
  });

  test("a query may be a token and no more", () => {
    expect(TokenConfig.safeParse(configIn("?isWebview=true&token=t")).success).toBe(true);
  });

  test("a query gives a list with commas, one at a time, or both", () => {
    for (const search of [
      "product=auth,identity,income",
      "product=auth&product=identity&product=income",
      "product=auth,identity&product=income",
    ])
      expect(configIn(search)).toEqual({ product: ["auth", "identity", "income"] });
  });

  test("a field with an empty value is left out", () => {
    expect(configIn("?webhook=&product=&userLegalName=&key=k")).toEqual({ key: "k" });
  });

  test("a query takes no origin: Link is served from here", () => {
    expect(configIn("?origin=https://elsewhere.example&key=k")).toEqual({ key: "k" });
  });

  test("a value given twice or an unknown parameter is passed on for the server to refuse", () => {
    const right = "clientName=S&product=auth&key=k&env=sandbox";
    expect(LinkConfig.safeParse(configIn(right)).success).toBe(true);
    for (const wrong of ["key=l", "isWebview=yes", "clientname=S", "product=auth,", "env=sandbox"])
      expect(LinkConfig.safeParse(configIn(`${right}&${wrong}`)).success).toBe(false);
  });

  test("a query can express any configuration", () => {
    const name = anyText({ minLength: 1 });
    const config = fc.record(
      {
        clientName: name,
        key: name,
        product: fc.subarray([...LINK_PRODUCTS], { minLength: 1 }),
        countryCodes: fc.subarray([...COUNTRY_CODES], { minLength: 1 }),
        language: fc.constantFrom(...LANGUAGES),
        theme: fc.constantFrom(...THEMES),
        token: name,
        webhook: anyUrl(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(config, (settings) => {
        const query = new URLSearchParams();
        for (const [key, value] of Object.entries(settings)) query.set(key, String(value));
        expect(configIn(`?${query}`)).toEqual(settings);
      }),
    );
  });
});
