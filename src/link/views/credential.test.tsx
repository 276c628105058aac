import { screen } from "@testing-library/preact";
import fc from "fast-check";
import { expect, test } from "vitest";
import { linkError } from "../../protocol/errors/errors.ts";
import type { CredentialField } from "../../protocol/link/login-form.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import { autocompleteFor, readCredentials } from "./credential.tsx";
import { loginForm, manualEntry, openLink, toForm, toLogin } from "./open-link.fixture.tsx";

const numbers = loginForm({
  institution: manualEntry,
  purpose: "numbers",
  fields: [
    { name: "account", label: "Account number", type: "digits" },
    {
      name: "kind",
      label: "Kind",
      type: "select",
      options: [
        { value: "checking", label: "Checking" },
        { value: "savings", label: "Savings" },
      ],
    },
    { name: "own", label: "This account is mine", type: "checkbox", required: true },
  ],
});
const amounts = loginForm({
  institution: manualEntry,
  purpose: "amounts",
  fields: [{ name: "first", label: "First amount", type: "amount" }],
});

test("a login form names its institution, which gets the input, and the application, which does not", () => {
  openLink(...toForm());
  screen.getByRole("heading", { level: 1, name: "Sign in to Acorn Bank" });
  screen.getByText("Use your usual details.");
  screen.getByText("What you type goes to Acorn Bank, never to Acme.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the first field has the focus, and both fields are known to password managers", () => {
  openLink(...toForm());
  expect(document.activeElement).toBe(field("User ID"));
  expect(field("User ID").autocomplete).toBe("username");
  expect(field("Password").autocomplete).toBe("current-password");
});

test("Enter submits the typed text", async () => {
  const { user, sent } = openLink(...toForm());
  await user.keyboard("ann");
  await user.tab();
  await user.keyboard("s3cret{Enter}");
  const credentials = { username: "ann", password: "s3cret" };
  expect(sent).toEqual([{ type: "credentials.submitted", credentials }]);
  screen.getByRole("heading", { name: "Signing in to Acorn Bank…" });
});

test("an empty field says so until something is typed into it", async () => {
  const { user, sent } = openLink(...toForm());
  await user.type(field("Password"), "s3cret{Enter}");
  screen.getByRole("textbox", { name: "User ID", description: "Enter your User ID" });
  expect(field("User ID").getAttribute("aria-invalid")).toBe("true");
  await user.type(field("User ID"), "a");
  expect(field("User ID").hasAttribute("aria-invalid")).toBe(false);
  expect(sent).toEqual([]);
});

test("a user name of blanks counts as empty", async () => {
  const { user, sent } = openLink(...toForm());
  await user.type(field("User ID"), "  ");
  await user.type(field("Password"), "s3cret{Enter}");
  screen.getByRole("textbox", { name: "User ID", description: "Enter your User ID" });
  expect(sent).toEqual([]);
});

test("a button next to the password shows and hides it", async () => {
  const { user } = openLink(...toForm());
  const show = screen.getByRole("button", { name: "Show Password", pressed: false });
  expect(field("Password").type).toBe("password");
  await user.click(show);
  expect(field("Password").type).toBe("text");
  screen.getByRole("button", { name: "Show Password", pressed: true });
  await user.keyboard("{Enter}");
  expect(field("Password").type).toBe("password");
  screen.getByRole("button", { name: "Show Password", pressed: false });
});

test("refused credentials are marked as wrong, and stay in their fields", async () => {
  const { user, receive } = openLink(...toForm());
  await user.keyboard("ann");
  await user.type(field("Password"), "s3cret{Enter}");
  receive({ type: "bridge.refused", error: linkError("INVALID_CREDENTIALS") });
  const text = "Those details did not match. Please check them.";
  expect(screen.getByRole("alert").textContent).toBe(text);
  screen.getByRole("textbox", { name: "User ID", description: text });
  for (const name of ["User ID", "Password"])
    expect(field(name).getAttribute("aria-invalid")).toBe("true");
  expect([field("User ID").value, field("Password").value]).toEqual(["ann", "s3cret"]);
  expect(document.activeElement).toBe(field("User ID"));
  const site = screen.getByRole("link", { name: /^Go to Acorn Bank/ });
  expect(site.getAttribute("href")).toBe("https://acorn.example");
});

test("credentials that only came too late are not marked as wrong", () => {
  openLink(...toLogin(), { type: "bridge.refused", error: linkError("USER_INPUT_TIMEOUT") });
  screen.getByText("That took too long. Please sign in again.");
  expect(field("User ID").hasAttribute("aria-invalid")).toBe(false);
});

test.each([
  ["DEGRADED", /^Acorn Bank is having trouble\. Connecting may be slow or fail\.$/],
  ["DOWN", /^Acorn Bank is down; try again later\.$/],
] as const)(
  "the form of an institution that is %s says so before a password is typed",
  (health, text) => {
    openLink(...toForm(loginForm({ health })));
    screen.getByText(text);
  },
);

test("the form for account numbers names their purpose and recipient", async () => {
  const { user, sent } = openLink(...toForm(numbers));
  screen.getByRole("heading", { level: 1, name: "Enter your account numbers" });
  screen.getByText(/^To show Acme that the account is yours, we send two small deposits to it\./);
  screen.getByText("Acme gets these numbers once they are verified.");
  await user.type(field("Account number"), "123-456");
  await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "Savings");
  await user.click(screen.getByRole("checkbox", { name: "This account is mine" }));
  await user.click(submit());
  const credentials = { account: "123-456", kind: "savings", own: "true" };
  expect(sent).toEqual([{ type: "credentials.submitted", credentials }]);
});

test("a select or checkbox that is required and empty says so", async () => {
  const { user, sent } = openLink(...toForm(numbers));
  await user.click(submit());
  screen.getByRole("textbox", { name: "Account number", description: "Enter your account number" });
  screen.getByRole("combobox", { name: "Kind", description: "Choose one of these." });
  screen.getByRole("checkbox", { description: "Check this box to continue." });
  expect(sent).toEqual([]);
});

test.each(["0.05", " ,07 "])("the amount %j is submitted as it is typed", async (first) => {
  const { user, sent } = openLink(...toForm(amounts));
  screen.getByRole("heading", { level: 1, name: "Which amounts arrived?" });
  expect(field("First amount").placeholder).toBe("0.00");
  await user.type(field("First amount"), first);
  await user.click(submit());
  const submission: MachineEvent = { type: "credentials.submitted", credentials: { first } };
  expect(sent).toEqual([submission]);
});

test("an invalid amount is asked for again", async () => {
  const { user, sent } = openLink(...toForm(amounts));
  await user.type(field("First amount"), "five{Enter}");
  const description = "Enter an amount, such as 0.05";
  screen.getByRole("textbox", { name: "First amount", description });
  expect(sent).toEqual([]);
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = () => screen.getByRole("button", { name: "Continue" });

type Kind = "text" | "digits" | "password" | "pin" | "amount";

/** The autocomplete values of a form with fields of these kinds. */
const purposesOf = (purpose: "login" | "numbers" | "amounts", ...kinds: Kind[]) => {
  const fields = kinds.map((type, at): CredentialField => ({ name: `${at}`, label: type, type }));
  return fields.map((field) => autocompleteFor({ purpose, fields }, field));
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

test("account numbers and amounts of deposits have no autocomplete", () => {
  expect(purposesOf("numbers", "digits", "digits")).toEqual(["off", "off"]);
  expect(purposesOf("amounts", "amount", "amount")).toEqual(["off", "off"]);
});

/** The attributes that keyboards of phones follow. */
const KEYBOARD = ["autocapitalize", "autocorrect", "enterkeyhint", "inputmode"];

test.each<[Kind, string | null]>([
  ["text", null],
  ["digits", "numeric"],
  ["password", null],
  ["pin", "numeric"],
  ["amount", "decimal"],
])("a field for %s is not corrected, and has the keyboard %s", (type, keyboard) => {
  const fields: CredentialField[] = ["first", "last"].map((name) => ({ name, label: name, type }));
  openLink(...toForm(loginForm({ fields })));
  for (const [name, key] of [
    ["first", "next"],
    ["last", "go"],
  ] as const)
    expect(KEYBOARD.map((attribute) => field(name).getAttribute(attribute))).toEqual([
      ...["none", "off"],
      key,
      keyboard,
    ]);
});

const toField = (type: "text" | "password" | "pin" | "amount"): CredentialField => ({
  name: type,
  label: type,
  type,
});

const enter = (fields: CredentialField[], values: Record<string, string>) =>
  readCredentials(fields, new Map(Object.entries(values)));

test("input is sent exactly as it was typed", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (text, password, pin) => {
      const input = { text, password, pin };
      expect(enter([toField("text"), toField("password"), toField("pin")], input)).toEqual(input);
    }),
  );
});

test("a checkbox is sent as true or false", () => {
  const box: CredentialField = { name: "agree", label: "Agree", type: "checkbox", required: false };
  expect(readCredentials([box], new Map([["agree", "true"]]))).toEqual({ agree: "true" });
  expect(readCredentials([box], { get: () => null })).toEqual({ agree: "false" });
});
