import { expect, test } from "vitest";
import { money } from "./money.ts";

test("a balance is written as its language writes money", () => {
  expect(money("en", { amount: -410.5, currency: "USD" })).toBe("-$410.50");
  expect(money("fr", { amount: 21034.5, currency: "EUR" })).toMatch(/^21\s034,50\s€$/);
});

test("a currency without an ISO code keeps its name", () => {
  expect(money("en", { amount: 1200, currency: "POINTS" })).toBe("1,200 POINTS");
});
