import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { MachineEvent } from "../machine/machine-event.ts";
import {
  acorn,
  loginForm,
  manualEntry,
  openLink,
  selectionOf,
  toForm,
  toLogin,
} from "./open-link.fixture.tsx";

const openEvent: MachineEvent = { type: "link.opened", institutions: [acorn] };
const numbers = loginForm({ institution: manualEntry, purpose: "numbers" });

test.each<[string, string, MachineEvent[]]>([
  ["a session starts", "One moment…", [{ type: "link.opened", institutions: null }]],
  [
    "an institution opens",
    "Opening Acorn Bank…",
    [openEvent, { type: "institution.selected", institution: acorn }],
  ],
  [
    "manual entry opens",
    "One moment…",
    [openEvent, { type: "institution.selected", institution: manualEntry }],
  ],
  ["credentials are checked", "Signing in to Acorn Bank…", toLogin()],
  ["numbers are checked", "Checking…", toLogin(numbers)],
  [
    "an answer is checked",
    "Signing in to Acorn Bank…",
    [
      ...toLogin(),
      { type: "mfa.required", challenge: { type: "code", sent_to: null } },
      { type: "mfa.submitted", answers: ["1234"] },
    ],
  ],
  [
    "accounts are connected",
    "Finishing up…",
    [
      ...toLogin(),
      { type: "accounts.offered", selection: selectionOf({ chosen: ["account-1"] }) },
      { type: "accounts.submitted" },
    ],
  ],
])("while %s the title is %j", (_, title, events) => {
  openLink(...events);
  const heading = screen.getByRole("heading", { level: 1, name: title });
  expect(document.activeElement).toBe(heading);
});

test("only signing in is said to take up to a minute", () => {
  openLink(...toLogin());
  screen.getByText("This may take a minute.");
});

test("a step of the connection is done once the institution's answer proves it", () => {
  const { receive } = openLink(...toLogin());
  const steps = () =>
    screen
      .getAllByRole("listitem")
      .map((item) => item.getAttribute("aria-current") ?? item.className);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Reaching Acorn Bank",
    "Signing in",
    "Reading accounts",
  ]);
  expect(steps()).toEqual(["step", "", ""]);
  receive({ type: "mfa.required", challenge: { type: "code", sent_to: null } });
  receive({ type: "mfa.submitted", answers: ["1234"] });
  expect(steps()).toEqual(["done", "step", ""]);
  receive({ type: "accounts.offered", selection: selectionOf({ chosen: ["account-1"] }) });
  receive({ type: "accounts.submitted" });
  expect(steps()).toEqual(["done", "done", "step"]);
});

test("a user who waits for long may leave, and is asked first", async () => {
  const { user, sent } = openLink(...toLogin());
  screen.getByText("No answer yet. Wait, or leave and try again later.");
  await user.click(screen.getByRole("button", { name: "Leave" }));
  expect(sent).toEqual([{ type: "exit.requested" }]);
  screen.getByRole("heading", { name: "Leave before connecting?" });
});

test("an offline user is not told to wait for an answer", () => {
  const { receive } = openLink(...toLogin());
  receive({ type: "network.lost" });
  expect(screen.queryByText(/^No answer yet/)).toBeNull();
});

test("checking numbers is not said to take up to a minute", () => {
  openLink(...toLogin(numbers));
  expect(screen.queryByText("This may take a minute.")).toBeNull();
});

test("the hint that it takes longer is hidden while the user is offline", () => {
  const { receive } = openLink(...toLogin());
  screen.getByText("This takes longer. Keep this window open.");
  receive({ type: "network.lost" });
  expect(screen.queryByText(/^This takes longer/)).toBeNull();
  screen.getByText("You are offline. We continue once you are back.");
});

test("the form that is being checked is hidden", () => {
  openLink(...toForm(), { type: "credentials.submitted", credentials: {} });
  expect(screen.queryByRole("textbox")).toBeNull();
});
