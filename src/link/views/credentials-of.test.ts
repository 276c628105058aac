import fc from "fast-check";
import { expect, test } from "vitest";
import type { CredentialField } from "../../protocol/login-form.ts";
import { credentialsOf } from "./credentials-of.ts";

const field = (type: "text" | "password" | "pin" | "amount"): CredentialField => ({
  name: type,
  label: type,
  type,
});

const enter = (fields: CredentialField[], values: Record<string, string>) =>
  credentialsOf(fields, new Map(Object.entries(values)));

test("what was typed is sent as it was typed", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (text, password, pin) => {
      const input = { text, password, pin };
      expect(enter([field("text"), field("password"), field("pin")], input)).toEqual(input);
    }),
  );
});

test.each([
  ["0.05", "0.05"],
  ["0,05", "0.05"],
  [".05", "0.05"],
  [",5", "0.5"],
  [" 12 ", "12"],
])("the amount %j is sent as %j", (input, value) => {
  expect(enter([field("amount")], { amount: input })).toEqual({ amount: value });
});

test("a box is sent as true or false, whether it was ticked or not", () => {
  const box: CredentialField = { name: "agree", label: "Agree", type: "checkbox", required: false };
  expect(credentialsOf([box], new Map([["agree", "true"]]))).toEqual({ agree: "true" });
  expect(credentialsOf([box], { get: () => null })).toEqual({ agree: "false" });
});
