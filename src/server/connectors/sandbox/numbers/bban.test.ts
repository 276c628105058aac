import { expect, test } from "vitest";
import { seededRandom } from "../random.ts";
import { belgian, dutch, finnish, french, italian, polish, portuguese, spanish } from "./bban.ts";

test("BBANs of the registry's examples have their national check digits", () => {
  expect(belgian("5390075470")).toBe("539007547034");
  // In an account number the letter M of the example counts as 4.
  expect(finnish("1234560000078")).toBe("12345600000785");
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
