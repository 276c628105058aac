import { fireEvent, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { type ErrorCode, linkError } from "../../protocol/errors.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import {
  birch,
  loginForm,
  openLink,
  selectionOf,
  toForm,
  toLogin,
  toUpdate,
} from "./open-link.fixture.tsx";

const form = loginForm({ fields: [] });
const refusal = (code: ErrorCode): MachineEvent => ({
  type: "bridge.refused",
  error: linkError(code),
});
const openEvent: MachineEvent = { type: "oauth.opened" };
const go = () => screen.getByRole("button", { name: "Go to Acorn Bank" });

test("it says that the user signs in at their institution, and leads there at a press", async () => {
  const { user, sent } = openLink(...toForm(form));
  const title = screen.getByRole("heading", { level: 1, name: "Sign in to Acorn Bank" });
  expect(document.activeElement).toBe(title);
  screen.getByText(
    "You sign in at Acorn Bank itself, in a window of its own, and choose there what Acme may see.",
  );
  await user.click(go());
  expect(sent).toEqual([openEvent]);
});

test("a double click opens one window", async () => {
  const { user, sent } = openLink(...toForm(form));
  await user.dblClick(go());
  expect(sent).toEqual([openEvent]);
});

test("the keyboard opens it as well", async () => {
  const { user, sent } = openLink(...toForm(form));
  go().focus();
  await user.keyboard("{Enter}");
  expect(sent).toEqual([openEvent]);
});

test("while the user is away it says where to go on, and they can open the window again", async () => {
  const { user, sent } = openLink(...toForm(form), openEvent);
  screen.getByRole("heading", { level: 1, name: "Finish at Acorn Bank" });
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
    "Sign in and approve in the window that opened, or in your bank’s app. We go on here by ourselves.",
  );
  await user.click(screen.getByRole("button", { name: "Open the window again" }));
  expect(sent).toEqual([openEvent]);
});

test("who approves in the institution's app reads what it shows, and after a while what may be wrong", async () => {
  const approval = {
    title: "Approve in the app of Acorn Bank",
    help: "Compare the code.",
    code: "CDFG",
    later: "Does the app ask for nothing?",
  };
  const { user, sent } = openLink(...toLogin(), { type: "approval.required", approval });
  screen.getByRole("heading", { level: 1, name: approval.title });
  screen.getByText(approval.help);
  screen.getByText(approval.code);
  expect(screen.getByText(approval.later).className).toContain("slow");
  expect(screen.queryByRole("button", { name: "Open the window again" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([{ type: "back.requested" }]);
  screen.getByRole("textbox", { name: "User ID" });
});

test.each(["Cancel", "Back"])("%s leads back to where they can go there", async (name) => {
  const { user, sent } = openLink(...toForm(form), openEvent);
  await user.click(screen.getByRole("button", { name }));
  expect(sent).toEqual([{ type: "back.requested" }]);
  go();
});

test.each<[ErrorCode, string]>([
  ["OAUTH_USER_CANCELLED", "You did not agree at your institution, so nothing was connected."],
  ["OAUTH_POPUP_BLOCKED", "Your browser blocked the window. Please allow pop-ups for this page."],
  ["USER_INPUT_TIMEOUT", "That took too long. Please sign in again."],
])("after %s the user reads why, and can go there again", (code, words) => {
  openLink(...toForm(form), openEvent, refusal(code));
  expect(screen.getByRole("alert").textContent).toBe(words);
  go();
});

test("why it was refused is not said any more while they are there again", () => {
  const { receive } = openLink(...toForm(form), openEvent, refusal("OAUTH_USER_CANCELLED"));
  receive(openEvent);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("trouble at the institution is said before anybody goes there", () => {
  openLink(...toForm({ ...form, institution: birch, health: "DEGRADED" }));
  screen.getByText(/^Birch Credit Union is having trouble\./);
});

test("in update mode there is no way back but from the institution", () => {
  const { receive } = openLink(...toUpdate(form));
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  receive(openEvent);
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  go();
});

test("who is back goes on with their accounts", () => {
  openLink(...toForm(form), openEvent, { type: "accounts.offered", selection: selectionOf() });
  screen.getByRole("heading", { level: 1, name: "Choose your accounts" });
});
