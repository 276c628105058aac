import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, isGuessable, isPassword } from "./password.ts";

test("a password is stored as a salted scrypt hash, and every character of it counts", async () => {
  const password = "ü".repeat(199);
  const [first, second] = await Promise.all([
    hashPassword(password, randomBytes),
    hashPassword(password, randomBytes),
  ]);
  expect(first).toMatch(/^scrypt:32768:8:1:/);
  expect(first).not.toBe(second);
  expect(await isPassword(password, first)).toBe(true);
  expect(await isPassword(`${password}ü`, first)).toBe(false);
  expect(await isPassword(password, null)).toBe(false);
});

test.each([
  "aaaaaaaaaaaa",
  "121212121212",
  "123456789012",
  "qwertyuiop123",
  "987654321abc",
  "Password1234",
  "P@ssw0rd2026!",
  "welcome-welcome",
  "AdminAdmin123",
  "service-link-1",
  "Acme2026Acme2026",
])("%s is guessed early", (password) => {
  expect(isGuessable(password, ["Acme"])).toBe(true);
});

test.each([
  "correct horse battery",
  "a long password",
  "Tr0ub4dor&3-more",
  "пароль от банка",
  "f7Qm2xL0vT9z",
  "852094716385",
])("%s is not", (password) => {
  expect(isGuessable(password, ["Acme"])).toBe(false);
});
