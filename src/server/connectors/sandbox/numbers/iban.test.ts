import fc from "fast-check";
import { expect, test } from "vitest";
import { iban, remainder97 } from "./iban.ts";

test("IBANs of the registry's examples have their check digits", () => {
  expect(iban("DE", "370400440532013000")).toBe("DE89370400440532013000");
  expect(iban("BE", "539007547034")).toBe("BE68539007547034");
  expect(iban("FR", "20041010050500013M02606")).toBe("FR1420041010050500013M02606");
  expect(iban("NO", "86011117947")).toBe("NO9386011117947");
  expect(iban("EE", "2200221020145685")).toBe("EE382200221020145685");
  expect(iban("LT", "1000011101001000")).toBe("LT121000011101001000");
  expect(iban("LV", "BANK0000435195001")).toBe("LV80BANK0000435195001");
  expect(iban("IT", "X0542811101000000123456")).toBe("IT60X0542811101000000123456");
});

test("an IBAN rotated by four characters is 1 modulo 97", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{1,30}$/), (bban) => {
      const whole = iban("GB", bban);
      expect(remainder97(whole.slice(4) + whole.slice(0, 4))).toBe(1);
      expect(whole.slice(2, 4)).toMatch(/^\d\d$/);
    }),
  );
});

test("a single wrong digit in an IBAN fails the check", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{17}$/), fc.nat({ max: 17 }), (bban, at) => {
      const slip = (Number(bban[at]) + 1) % 10;
      const wrong = `${bban.slice(0, at)}${slip}${bban.slice(at + 1)}`;
      expect(iban("DE", wrong)).not.toContain(iban("DE", bban).slice(0, 4));
    }),
  );
});
