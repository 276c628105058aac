import fc from "fast-check";
import { expect, test } from "vitest";
import { frameUrl } from "./frame.ts";

const LINK = "https://link.example";
const PAGE = "https://shop.example:8443";

test("the frame's address tells the page's origin and what paints the right list", () => {
  const settings = {
    product: ["auth", "transactions"],
    countryCodes: ["US", "GB"],
    language: "fr",
  };
  const { origin, pathname, searchParams } = new URL(frameUrl(LINK, PAGE, settings));
  expect([origin, pathname]).toEqual([LINK, "/link.html"]);
  expect(Object.fromEntries(searchParams)).toEqual({
    origin: PAGE,
    product: "auth,transactions",
    countryCodes: "US,GB",
    language: "fr",
  });
});

test("what was not given is not in the address", () => {
  expect(frameUrl(LINK, PAGE, { product: ["auth"] })).toBe(
    `${LINK}/link.html?origin=https%3A%2F%2Fshop.example%3A8443&product=auth`,
  );
});

test("no other field is ever in the address, and no value breaks out of its own", () => {
  const settings = fc.record({
    product: fc.array(fc.string(), { minLength: 1 }),
    language: fc.string(),
    key: fc.string(),
    token: fc.string(),
    user: fc.record({ language: fc.string(), origin: fc.string() }),
    origin: fc.string(),
  });
  fc.assert(
    fc.property(settings, (given) => {
      const { searchParams, hash } = new URL(frameUrl(LINK, PAGE, given));
      expect([...searchParams]).toEqual([
        ["origin", PAGE],
        ["product", given.product.join()],
        ["language", given.language],
      ]);
      expect(hash).toBe("");
    }),
  );
});
