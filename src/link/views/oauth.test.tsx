import { cleanup, fireEvent, screen } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
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

test("the view says that the user signs in at their institution, and its button leads there", async () => {
  const { user, sent } = openLink(...toForm(form));
  const title = screen.getByRole("heading", { level: 1, name: "Sign in to Acorn Bank" });
  expect(document.activeElement).toBe(title);
  screen.getByText(
    "You sign in at Acorn Bank itself, in a window of its own, and choose there what Acme may see.",
  );
  screen.getByText("acorn.example");
  await user.click(go());
  expect(sent).toEqual([openEvent]);
});

test("the view names the host that the address bar will show, if it is known", () => {
  openLink(...toForm({ ...form, sign_in_host: "login.acorn.example" }));
  screen.getByText("You will see login.acorn.example in the address bar.");
});

test.each([
  [true, "Acme can no longer read your accounts until you do. Nothing is lost."],
  [false, "Acme asks you to, so that it can go on reading your accounts. Nothing else changes."],
])("in update mode the view says why the user signs in again; ended: %s", (ended, reason) => {
  const renewal = {
    since: "2026-03-02T10:00:00.000Z",
    last_read: "2026-11-20T06:00:00.000Z",
    ended,
    accounts: ["Everyday", "Rainy day", "Trips", "Car"].map((name) => ({ name, mask: "1234" })),
  };
  for (const fields of [[], loginForm().fields]) {
    cleanup();
    openLink(...toUpdate({ ...form, fields, renewal }));
    screen.getByRole("heading", { level: 1, name: "Sign in to Acorn Bank again" });
    screen.getByText(reason);
    const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toEqual([
      "March 2, 2026",
      "November 20, 2026",
      "Everyday\u00a0••••\u00a01234, Rainy day\u00a0••••\u00a01234 and 2 more",
    ]);
    expect(screen.queryByText(/choose there what/)).toBeNull();
  }
});

test("a double click opens one window", async () => {
  const { user, sent } = openLink(...toForm(form));
  await user.dblClick(go());
  expect(sent).toEqual([openEvent]);
});

test("the keyboard opens the window too", async () => {
  const { user, sent } = openLink(...toForm(form));
  go().focus();
  await user.keyboard("{Enter}");
  expect(sent).toEqual([openEvent]);
});

test("while the user is away the view says how to go on, and can open the window again", async () => {
  const { user, sent } = openLink(...toForm(form), openEvent);
  screen.getByRole("heading", { level: 1, name: "Finish at Acorn Bank" });
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
    "Sign in and approve in the window that opened, or in your bank’s app. This window then continues by itself.",
  );
  await user.click(screen.getByRole("button", { name: "Open the window again" }));
  expect(sent).toEqual([openEvent]);
});

test("a user who comes back while the view waits is told how to go on", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  openLink(...toForm(form), openEvent);
  const words = "Is the window closed? Open it again.";
  const said = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
  vi.runAllTimers();
  expect(said()).not.toContain(words);
  dispatchEvent(new Event("focus"));
  expect(said()).not.toContain(words);
  vi.runAllTimers();
  expect(said()).toContain(words);
  vi.useRealTimers();
});

test("approval in an app without a code shows none", () => {
  const approval = { title: "Approve", help: "Open the app", code: null, later: "Nothing there?" };
  openLink(...toLogin(), { type: "approval.required", approval });
  screen.getByText(approval.help);
  expect(document.querySelector(".compare")).toBeNull();
});

test("approval in an app shows the code to compare, and after a while possible causes of delay", async () => {
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

test.each(["Cancel", "Back"])("%s leads back to the button that opens the window", async (name) => {
  const { user, sent } = openLink(...toForm(form), openEvent);
  await user.click(screen.getByRole("button", { name }));
  expect(sent).toEqual([{ type: "back.requested" }]);
  go();
});

test.each<[ErrorCode, string]>([
  ["OAUTH_USER_CANCELLED", "You did not agree at your institution, so nothing was connected."],
  ["OAUTH_POPUP_BLOCKED", "Your browser blocked the window. Please allow pop-ups for this page."],
  ["USER_INPUT_TIMEOUT", "That took too long. Please sign in again."],
])("after %s the view says why, and can open the window again", (code, words) => {
  openLink(...toForm(form), openEvent, refusal(code));
  expect(screen.getByRole("alert").textContent).toBe(words);
  go();
});

test("the reason of a refusal disappears when the window is opened again", () => {
  const { receive } = openLink(...toForm(form), openEvent, refusal("OAUTH_USER_CANCELLED"));
  receive(openEvent);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the view warns of an unhealthy institution before the user goes there", () => {
  openLink(...toForm({ ...form, institution: birch, health: "DEGRADED" }));
  screen.getByText(/^Birch Credit Union is having trouble\./);
});

test("in update mode only the waiting view has a way back", () => {
  const { receive } = openLink(...toUpdate(form));
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  receive(openEvent);
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  go();
});

test("after the return the user chooses accounts", () => {
  openLink(...toForm(form), openEvent, { type: "accounts.offered", selection: selectionOf() });
  screen.getByRole("heading", { level: 1, name: "Choose your accounts" });
});

test("a form before the site leads there in the same click, and opens it again filled in", async () => {
  const fields = [{ name: "ibans", label: "IBAN", type: "text" as const }];
  const { user, sent } = openLink(...toForm({ ...form, fields, at_site: true }));
  await user.type(screen.getByLabelText("IBAN"), "DE89 3704");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  const credentials = { ibans: "DE89 3704" };
  expect(sent).toEqual([{ type: "credentials.submitted", credentials }]);
  screen.getByRole("heading", { level: 1, name: "Finish at Acorn Bank" });
  await user.click(screen.getByRole("button", { name: "Open the window again" }));
  expect(sent.at(-1)).toEqual(openEvent);
});
