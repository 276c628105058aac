import { expect, test } from "vitest";
import type { CredentialField } from "../../protocol/login-form.ts";
import { autocompleteOf } from "./autocomplete-of.ts";

type Kind = "text" | "digits" | "password" | "pin" | "amount";

/** What may be filled into a form with fields of these kinds. */
const purposesOf = (purpose: "login" | "numbers" | "amounts", ...kinds: Kind[]) => {
  const fields = kinds.map((type, at): CredentialField => ({ name: `${at}`, label: type, type }));
  return fields.map((field) => autocompleteOf({ purpose, fields }, field));
};

test("a login form takes a user's name and one password from a password manager", () => {
  expect(purposesOf("login", "text", "password")).toEqual(["username", "current-password"]);
  expect(purposesOf("login", "text", "pin")).toEqual(["username", "current-password"]);
});

test("a second name or secret is not filled with the first one", () => {
  expect(purposesOf("login", "text", "text", "pin", "password")).toEqual([
    "username",
    "off",
    "off",
    "current-password",
  ]);
});

test("nothing fills in account numbers, or amounts that arrived", () => {
  expect(purposesOf("numbers", "digits", "digits")).toEqual(["off", "off"]);
  expect(purposesOf("amounts", "amount", "amount")).toEqual(["off", "off"]);
});
