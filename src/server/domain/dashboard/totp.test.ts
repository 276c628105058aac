import { expect, test } from "vitest";
import { base32, otpauthUri, totpCode, totpStep } from "./totp.ts";

/** The secret of RFC 6238's test vectors, whose codes have two more digits. */
const SECRET = Buffer.from("12345678901234567890");

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("the code at second %i is that of RFC 6238", (second, code) => {
  expect(totpCode(SECRET, Math.floor(second / 30))).toBe(code);
  expect(totpStep(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
});

test("a code is good in its half minute, the one before and the one after", () => {
  const step = 40_000_000;
  const code = totpCode(SECRET, step);
  const found = [-60, -30, 0, 30, 60].map((s) => totpStep(SECRET, code, step * 30_000 + s * 1000));
  expect(found).toEqual([null, step, step, step, null]);
  for (const wrong of ["", "000000", code.slice(1), `${code}0`, "ééé"])
    expect(totpStep(SECRET, wrong, step * 30_000)).toBeNull();
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("%j is %j in base32, as RFC 4648 has it", (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test("the address for an authenticator app names its issuer and account", () => {
  expect(otpauthUri(Buffer.from("foobar"), "Acme & Co", "ada@shop.example")).toBe(
    "otpauth://totp/Acme%20%26%20Co:ada%40shop.example?secret=MZXW6YTBOI&issuer=Acme%20%26%20Co",
  );
});
