import fc from "fast-check";
import { expect, test } from "vitest";
import { frameUrl } from "./frame.ts";

const LINK = "https://link.example";
const PAGE = "https://shop.example:8443";

test("the frame's address has the page's origin and the settings for the first list", () => {
  const settings = {
    clientName: "Corner Shop",
    product: ["auth", "transactions"],
    countryCodes: ["US", "GB"],
    language: "fr",
    theme: "dark",
  };
  const { origin, pathname, searchParams } = new URL(frameUrl(LINK, PAGE, settings));
  expect([origin, pathname]).toEqual([LINK, "/link.html"]);
  expect(Object.fromEntries(searchParams)).toEqual({
    origin: PAGE,
    clientName: "Corner Shop",
    product: "auth,transactions",
    countryCodes: "US,GB",
    language: "fr",
    theme: "dark",
  });
});

test("the address has only the mode of a theme's options", () => {
  const themeIn = (theme: object) =>
    new URL(frameUrl(LINK, PAGE, { theme })).searchParams.get("theme");
  expect(themeIn({ mode: "dark", logo: "data:image/png;base64,AA" })).toBe("dark");
  expect(themeIn({ accent: "#0b5c6b" })).not.toMatch(/0b5c6b/);
});

test("settings that are not given are not in the address", () => {
  expect(frameUrl(LINK, PAGE, { product: ["auth"] })).toBe(
    `${LINK}/link.html?origin=https%3A%2F%2Fshop.example%3A8443&product=auth`,
  );
});

test("with a token the address names no client, so that no list is painted but the token's own", () => {
  const settings = { clientName: "Corner Shop", theme: "dark", token: "link-sandbox-1" };
  expect(frameUrl(LINK, PAGE, settings)).toBe(
    `${LINK}/link.html?origin=https%3A%2F%2Fshop.example%3A8443&theme=dark`,
  );
});

test("no other field is ever in the address, and no value breaks out of its own", () => {
  const settings = fc.record({
    clientName: fc.string(),
    product: fc.array(fc.string(), { minLength: 1 }),
    language: fc.string(),
    key: fc.string(),
    webhook: fc.string(),
    user: fc.record({ language: fc.string(), origin: fc.string() }),
    origin: fc.string(),
  });
  fc.assert(
    fc.property(settings, (options) => {
      const { searchParams, hash } = new URL(frameUrl(LINK, PAGE, options));
      expect([...searchParams]).toEqual([
        ["origin", PAGE],
        ["clientName", options.clientName],
        ["product", options.product.join()],
        ["language", options.language],
      ]);
      expect(hash).toBe("");
    }),
  );
});
