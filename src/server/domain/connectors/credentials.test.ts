import fc from "fast-check";
import { expect, test } from "vitest";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import { amountFields } from "../../bridge/login/login-form.ts";
import { Fault } from "../fault.ts";
import { listCents } from "../verification/verification.ts";
import { checkCredentials } from "./credentials.ts";

const FORM: CredentialField[] = [
  { name: "user", label: "User", type: "text" },
  { name: "pin", label: "PIN", type: "pin" },
  {
    name: "kind",
    label: "Kind",
    type: "select",
    options: [
      { value: "personal", label: "Personal" },
      { value: "business", label: "Business" },
    ],
  },
  { name: "agree", label: "I agree", type: "checkbox", required: true },
  { name: "remember", label: "Remember", type: "checkbox", required: false },
  { name: "amount", label: "Amount", type: "amount" },
];
const GOOD = {
  user: "jane",
  pin: "1234",
  kind: "business",
  agree: "true",
  remember: "false",
  amount: "0.05",
};

const refusal = (changes: Record<string, string | undefined>) => {
  const input: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...GOOD, ...changes }))
    if (value !== undefined) input[name] = value;
  try {
    checkCredentials(FORM, input);
    return null;
  } catch (error) {
    if (error instanceof Fault) return [error.code, error.message];
    throw error;
  }
};

test("accepts a form that is filled in correctly", () => {
  expect(refusal({})).toBeNull();
  for (const amount of [".05", "0,05", " 12.00 "]) expect(refusal({ amount })).toBeNull();
});

test.each([
  [{ user: undefined, pin: undefined }, "MISSING_FIELDS", "are missing: user, pin"],
  [{ extra: "x" }, "UNKNOWN_FIELDS", "are not known: extra"],
  [{ kind: "company" }, "INVALID_FIELD", "are not valid: kind must be one of personal, business"],
  [{ agree: "false" }, "INVALID_FIELD", "are not valid: agree must be ticked"],
  [{ remember: "yes" }, "INVALID_FIELD", "are not valid: remember must be true or false"],
  [{ amount: "5" }, "INVALID_FIELD", "are not valid: amount must be an amount like 0.05"],
  [
    { kind: "", agree: "" },
    "INVALID_FIELD",
    "are not valid: kind must be one of personal, business; agree must be true or false",
  ],
])("%j is refused", (changes, code, words) => {
  expect(refusal(changes)).toEqual([code, `credential fields ${words}`]);
});

test("no refusal repeats typed values", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{12}$/), (text) => {
      const message = refusal({ kind: text, agree: text, remember: text, amount: text });
      expect(message?.join()).not.toContain(text);
    }),
  );
});

test("every amount in the form is read to the cent", () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99_999 })),
      fc.constantFrom(".", ","),
      (cents, mark) => {
        const [first_amount = "", second_amount = ""] = cents.map((sum) =>
          (sum / 100).toFixed(2).replace(".", mark),
        );
        checkCredentials(amountFields("en"), { first_amount, second_amount });
        expect(listCents({ first_amount, second_amount })).toEqual(cents);
      },
    ),
  );
});
