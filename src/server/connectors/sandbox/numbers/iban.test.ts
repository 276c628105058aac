import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../random.ts";
import {
  belgian,
  dutch,
  estonian,
  finnish,
  french,
  iban,
  italian,
  norwegian,
  polish,
  portuguese,
  remainder97,
  spanish,
} from "./iban.ts";

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

test("BBANs of the registry's examples have their national check digits", () => {
  expect(belgian("5390075470")).toBe("539007547034");
  // In an account number the letter M of the example counts as 4.
  expect(finnish("1234560000078")).toBe("12345600000785");
  expect(estonian("0022102014568")).toBe("00221020145685");
  expect(polish("1090101")).toBe("10901014");
  expect(french("200410100505000134026")).toBe("20041010050500013402606");
  expect(italian("0542811101000000123456")).toBe("X0542811101000000123456");
  expect(portuguese("0002012312345678901")).toBe("000201231234567890154");
  expect(spanish("21000418", "0200051332")).toBe("21000418450200051332");
});

test("a Belgian number without a remainder ends in 97", () => {
  expect(belgian("9700000000")).toBe("970000000097");
});

test("Dutch account numbers are divisible by 11 by their weighted sum", () => {
  const random = seededRandom("dutch");
  for (let round = 0; round < 300; round++) {
    const number = dutch(random);
    expect(number).toMatch(/^\d{10}$/);
    const sum = [...number].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0);
    expect(sum % 11).toBe(0);
  }
});

test("Norwegian account numbers are divisible by 11 by their weighted sum", () => {
  const random = seededRandom("norwegian");
  const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];
  const sumOf = (number: string) =>
    weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  expect(sumOf("86011117947") % 11).toBe(0);
  for (let round = 0; round < 300; round++) {
    const number = norwegian("9901", random);
    expect(number).toMatch(/^9901\d{7}$/);
    expect(sumOf(number) % 11).toBe(0);
  }
});
