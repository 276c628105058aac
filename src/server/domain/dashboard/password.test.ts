import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

test("a password is stored as a salted scrypt hash, and every character of it counts", async () => {
  const password = "ü".repeat(199);
  const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)]);
  expect(one).toMatch(/^scrypt:32768:8:1:/);
  expect(one).not.toBe(other);
  expect(await isPassword(password, one)).toBe(true);
  expect(await isPassword(`${password}ü`, one)).toBe(false);
  expect(await isPassword(password, null)).toBe(false);
});
