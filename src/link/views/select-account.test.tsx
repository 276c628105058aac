import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { Selection } from "../../protocol/link/selection.ts";
import {
  checking,
  loginForm,
  manualEntry,
  openLink,
  savings,
  selectionOf,
  toForm,
  toLogin,
  toUpdate,
} from "./open-link.fixture.tsx";

const CHECKING = /^Everyday Checking ending in 1234/;

test("an account shows its name, its kind, the end of its number and its balance", () => {
  openAccounts();
  screen.getByRole("heading", { level: 1, name: "Choose your accounts" });
  screen.getByText("Acorn Bank");
  expect(document.querySelector("form .mark")).toBeTruthy();
  screen.getByRole("group", { name: "2 accounts" });
  screen.getByRole("checkbox", { name: "Everyday Checking ending in 1234 $1,200.50" });
  screen.getByRole("checkbox", { name: "Rainy day Savings" });
});

test("an account of another connection says so as part of its checkbox, and can be ticked or left", async () => {
  const linked = "You already connected this account through Birch Bank (ending in 1234).";
  const { user, sent } = openAccounts({ accounts: [{ ...checking, linked }, savings] });
  const [first] = screen.getAllByRole("checkbox", { checked: false });
  expect(first?.closest("label")?.textContent).toContain(linked);
  await user.click(
    screen.getByRole("checkbox", { name: new RegExp(`${CHECKING.source} You already`) }),
  );
  expect(sent.at(-1)).toEqual({ type: "accounts.selected", accountIds: ["account-1"] });
  expect(screen.getAllByText(linked)).toHaveLength(1);
});

test("nothing is ticked at first, and the button says so", async () => {
  const { user, sent } = openAccounts();
  const description = "Choose an account.";
  const submit = screen.getByRole("button", { name: "Continue", description });
  expect(submit.getAttribute("aria-disabled")).toBe("true");
  await user.click(submit);
  screen.getByRole("heading", { name: "Choose your accounts" });
  expect(sent).toEqual([{ type: "accounts.submitted" }]);
});

test("the space bar ticks an account, and the button counts those that are ticked", async () => {
  const { user, sent } = openAccounts();
  screen.getByRole("checkbox", { name: CHECKING }).focus();
  await user.keyboard(" ");
  const one = screen.getByRole("button", { name: "Continue with 1 account" });
  expect(one.getAttribute("aria-disabled")).toBe("false");
  screen.getByText("Acme sees only what you select.");
  await user.click(screen.getByRole("checkbox", { name: "Rainy day Savings" }));
  await user.click(screen.getByRole("checkbox", { name: CHECKING }));
  await user.click(screen.getByRole("checkbox", { name: CHECKING }));
  await user.click(screen.getByRole("button", { name: "Continue with 2 accounts" }));
  expect(sent.at(-2)).toEqual({
    type: "accounts.selected",
    accountIds: ["account-1", "account-2"],
  });
  expect(sent.at(-1)).toEqual({ type: "accounts.submitted" });
  screen.getByRole("heading", { name: "Finishing up…" });
});

test("all accounts are ticked and unticked by one button", async () => {
  const { user } = openAccounts();
  await user.click(screen.getByRole("button", { name: "Select all" }));
  expect(screen.getAllByRole("checkbox", { checked: true })).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Clear all" }));
  expect(screen.queryAllByRole("checkbox", { checked: true })).toHaveLength(0);
});

test("accounts that are shared today are ticked at first, and can be unticked", async () => {
  const { user, sent } = openAccounts({ chosen: ["account-1"] });
  await user.click(screen.getByRole("checkbox", { name: CHECKING, checked: true }));
  screen.getByText("Choose an account.");
  await user.click(screen.getByRole("checkbox", { name: "Rainy day Savings", checked: false }));
  await user.click(screen.getByRole("button", { name: "Continue with 1 account" }));
  expect(sent.at(-2)).toEqual({ type: "accounts.selected", accountIds: ["account-2"] });
});

test("an update says that data of unticked accounts is deleted, if any is unticked", async () => {
  const credentials = { username: "ann", password: "s3cret" };
  const { user } = openLink(
    ...toUpdate(),
    { type: "credentials.submitted", credentials },
    {
      type: "accounts.offered",
      selection: selectionOf({ chosen: ["account-1"], deletesRest: "The rest is deleted." }),
    },
  );
  screen.getByText("Acme sees only what you select. The rest is deleted.");
  await user.click(screen.getByRole("button", { name: "Select all" }));
  screen.getByText("Acme sees only what you select.");
});

test("a single account is ticked at first, and there is no button for all", () => {
  openAccounts({ accounts: [checking], chosen: ["account-1"] });
  screen.getByRole("group", { name: "1 account" });
  screen.getByRole("checkbox", { checked: true });
  expect(screen.queryByRole("button", { name: "Select all" })).toBeNull();
});

test("in single-account mode choosing another account replaces the first", async () => {
  const { user, sent } = openAccounts({ mode: "one" });
  screen.getByRole("heading", { level: 1, name: "Choose an account" });
  screen.getByText("Choose an account.");
  expect(screen.queryByRole("button", { name: "Select all" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: CHECKING }));
  screen.getByText("Acme sees only what you choose.");
  await user.click(screen.getByRole("radio", { name: "Rainy day Savings" }));
  expect(screen.getAllByRole("radio", { checked: true })).toEqual([
    screen.getByRole("radio", { name: "Rainy day Savings" }),
  ]);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(sent.at(-2)).toEqual({ type: "accounts.selected", accountIds: ["account-2"] });
});

const loan = { ...savings, id: "loan", name: "Student Loan", mask: "9876" };

test.each([
  ["transactions", "No transactions to share"],
  ["auth", "No numbers for bank transfers"],
  ["identity", "No name to share"],
  ["income", "No income to share"],
  ["assets", "Cannot be part of a report"],
] as const)(
  "an account without %s is a row that cannot be chosen and says why",
  (product, reason) => {
    openAccounts({ accounts: [checking], unavailable: [{ ...loan, missing_product: product }] });
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
    const row = screen.getAllByRole("listitem").at(-1);
    expect(row?.querySelector("input,button")).toBeNull();
    expect(row?.textContent).toContain("Student Loan");
    expect(row?.textContent).toContain("••••\u00a09876");
    expect(row?.textContent).toContain(reason);
  },
);

test("the head counts the ticked accounts and adds them up, and describes the button", async () => {
  const rich = { ...savings, balance: { amount: 18_250, currency: "USD" } };
  const { user } = openAccounts({ accounts: [checking, rich] });
  screen.getByText("2 accounts");
  await user.click(screen.getByRole("checkbox", { name: CHECKING }));
  screen.getByText("1 of 2 selected");
  await user.click(screen.getByRole("button", { name: "Select all" }));
  screen.getByText("$19,450.50");
  screen.getByRole("button", {
    name: "Continue with 2 accounts",
    description: "2 of 2 selected $19,450.50 Acme sees only what you select.",
  });
});

const openAccounts = (changes: Partial<Selection> = {}) =>
  openLink(...toLogin(), { type: "accounts.offered", selection: selectionOf(changes) });

test("an existing connection with the same login can be renewed instead", async () => {
  const { user, sent } = openAccounts({
    existing: {
      since: "2026-03-02T12:00:00.000Z",
      text: "You connected this login on {since}.",
      renew: "Renew that connection",
    },
  });
  const description = "You connected this login on March 2, 2026.";
  await user.click(screen.getByRole("button", { name: "Renew that connection", description }));
  expect(sent.at(-1)).toEqual({ type: "accounts.submitted", renew: true });
  screen.getByRole("heading", { name: "Finishing up…" });
});

test("a new login is not offered to renew a connection", () => {
  openAccounts();
  expect(screen.queryByRole("button", { name: /^Renew/ })).toBeNull();
});

test("the accounts of a file are those of the bank that the user named", () => {
  const form = loginForm({ institution: { ...manualEntry, name: "Bank file" }, purpose: "file" });
  openLink(
    ...toForm(form),
    { type: "credentials.submitted", credentials: { bank: "Lantern Bank", file: "" } },
    { type: "accounts.offered", selection: selectionOf() },
  );
  screen.getByText("Lantern Bank");
  expect(screen.queryByText("Bank file")).toBeNull();
});
