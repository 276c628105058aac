import { expect, test } from "vitest";
import { expiry } from "./expiry.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");

test("the day a consent ends is written as its language writes dates", () => {
  expect(expiry("en", 180, noon)).toBe("May 20, 2027");
  expect(expiry("fr", 90, noon)).toBe("19 février 2027");
});
