import fc from "fast-check";
import { expect, test } from "vitest";
import { isRoutingNumber, toRoutingNumber } from "./routing-number.ts";

const eight = fc.stringMatching(/^\d{8}$/).filter((digits) => digits !== "00000000");

test("eight digits and their check digit are a routing number", () => {
  fc.assert(
    fc.property(eight, (digits) => {
      expect(isRoutingNumber(toRoutingNumber(digits))).toBe(true);
    }),
  );
  expect(toRoutingNumber("80465497")).toBe("804654979");
});

test("a wrong digit, or any other text, is no routing number", () => {
  fc.assert(
    fc.property(eight, fc.nat(8), fc.integer({ min: 1, max: 9 }), (digits, at, more) => {
      const number = toRoutingNumber(digits);
      const wrong = (Number(number[at]) + more) % 10;
      expect(isRoutingNumber(`${number.slice(0, at)}${wrong}${number.slice(at + 1)}`)).toBe(false);
    }),
  );
  for (const text of ["", "80465497", "8046549790", "80465497x", "000000000", " 804654979"])
    expect(isRoutingNumber(text), text).toBe(false);
});
