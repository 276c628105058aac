import { screen } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
import { LOGIN_ERRORS } from "../../server/connectors/sandbox/login-errors.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import { formatTime } from "./error-texts.ts";
import {
  loginForm,
  manualEntry,
  openLink,
  toForm,
  toLogin,
  toUpdate,
} from "./open-link.fixture.tsx";

/**
 * The user's next step after an institution's error. After other errors, the user chooses another
 * institution.
 */
const WAYS: { [C in ErrorCode]?: "form" | "captcha" | "leave" | "site" | "again" } = {
  INVALID_CREDENTIALS: "form",
  INVALID_UPDATED_USERNAME: "form",
  USER_INPUT_TIMEOUT: "form",
  ITEM_LOGIN_REQUIRED: "form",
  ACCESS_NOT_GRANTED: "form",
  INSUFFICIENT_CREDENTIALS: "form",
  INSTANT_MATCH_FAILED: "form",
  RECAPTCHA_REQUIRED: "captcha",
  RECAPTCHA_BAD: "captcha",
  INSTITUTION_NOT_RESPONDING: "again",
  INTERNAL_SERVER_ERROR: "again",
  INVALID_SEND_METHOD: "leave",
  INVALID_LINK_TOKEN: "leave",
  ITEM_LOCKED: "site",
  PASSWORD_RESET_REQUIRED: "site",
  USER_SETUP_REQUIRED: "site",
};

/** The buttons of each error view. */
const ACTIONS = {
  leave: ["Close"],
  again: ["Try again", "Choose another institution"],
  site: ["Go to Acorn Bank (opens in a new tab)", "Try again", "Choose another institution"],
  "another institution": ["Choose another institution"],
};

test("an unavailable institution leads to the choice of another one", async () => {
  const { user, sent } = openLink(...toLogin(), refusal("INSTITUTION_DOWN"));
  const title = screen.getByRole("heading", {
    level: 1,
    name: "Acorn Bank could not be connected",
  });
  expect(document.activeElement).toBe(title);
  screen.getByText(
    "This institution is not available right now. Please choose another institution.",
  );
  screen.getByText("INSTITUTION_DOWN");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Choose another institution" }));
  expect(sent).toEqual([{ type: "next.requested" }]);
  screen.getByRole("heading", { name: "Select your institution" });
});

test("after a temporary error the user tries again with the same input", async () => {
  const { user, sent, receive } = openLink(...toForm());
  await user.keyboard("ann");
  await user.type(screen.getByLabelText("Password"), "s3cret{Enter}");
  receive(refusal("LINK_UNREACHABLE"));
  screen.getByText(
    "We could not reach the service. You may be offline. Please try again in a moment.",
  );
  screen.getByRole("button", { name: "Choose another institution" });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(sent.at(-1)).toEqual({ type: "next.requested" });
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("s3cret");
});

/** The views of a first link that wait for a response. */
const FIRST_LINK: [view: string, events: MachineEvent[]][] = [
  ["an institution that was selected", toForm().slice(0, 2)],
  ["a sign-in in Link", toLogin()],
  [
    "a sign-in at the institution's site",
    [...toForm(loginForm({ fields: [] })), { type: "oauth.opened" }],
  ],
];

test.each(
  FIRST_LINK.flatMap(([view, events]) =>
    (
      ["INSTITUTION_NOT_RESPONDING", "INSTITUTION_RATE_LIMIT", "INTERNAL_SERVER_ERROR"] as const
    ).map((code) => [code, view, events] as const),
  ),
)("after %s at %s the first button tries again", async (code, _, events) => {
  const { user, sent } = openLink(...events, refusal(code));
  expect(actions()).toEqual(ACTIONS.again);
  const again = screen.getByRole("button", { name: "Try again" });
  expect(again.className).toContain("primary");
  await user.click(again);
  expect(sent).toEqual([{ type: "next.requested" }]);
  expect(screen.queryByText(code)).toBeNull();
});

test("an error to resolve at the institution links to its site, in another tab", () => {
  openLink(...toLogin(), refusal("ITEM_LOCKED"));
  screen.getByText(
    "Your account is locked. You can unlock it at your institution. Then come back and try again.",
  );
  const name = "Go to Acorn Bank (opens in a new tab)";
  expect(screen.getByRole<HTMLAnchorElement>("link", { name }).href).toBe("https://acorn.example/");
  screen.getByRole("button", { name: "Try again" });
});

test("an error without words of its own still says that something did not work", () => {
  openLink(...toLogin(), refusal("PRODUCTS_NOT_SUPPORTED"));
  screen.getByText("It did not work. Please choose another institution.");
});

const trace = { at: Date.parse("2026-11-21T12:00:00Z"), requestId: "aB3dE6gH9jK2mN5" };

/** The copied line for support. */
const supportLine = (code: ErrorCode) =>
  `For support: ${code} · ${formatTime("en", trace.at)} · ${trace.requestId}`;

test("one press copies the code, the time and the request for support", async () => {
  const { user } = openLink(...toLogin(), { ...refusal("INSTITUTION_DOWN"), trace });
  await user.click(screen.getByRole("button", { name: "Copy for support" }));
  expect(await navigator.clipboard.readText()).toBe(supportLine("INSTITUTION_DOWN"));
  expect(
    screen.getByRole("button", { name: "Copy for support" }).nextElementSibling?.textContent,
  ).toBe("Copied");
});

test("a frame that may not write to the clipboard selects the line instead", async () => {
  const { user } = openLink(...toLogin(), { ...refusal("INSTITUTION_DOWN"), trace });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  document.execCommand = () => false;
  await user.click(screen.getByRole("button", { name: "Copy for support" }));
  await expect.poll(() => String(getSelection())).toContain("For support: INSTITUTION_DOWN");
  expect(screen.queryByText("Copied")).toBeNull();
});

test("an error without an answer names no request", () => {
  openLink(...toLogin(), { ...refusal("LINK_UNREACHABLE"), trace });
  expect(screen.queryByText(new RegExp(trace.requestId))).toBeNull();
  screen.getByText(formatTime("en", trace.at));
});

test("when the session is over the only button closes Link", async () => {
  const { user, sent } = openLink(...toLogin(), refusal("INVALID_LINK_SESSION"));
  screen.getByText("This session is over. Please close this window and start again.");
  expect(screen.queryByRole("button", { name: "Choose another institution" })).toBeNull();
  await user.click(inView("Close"));
  expect(sent).toEqual([{ type: "next.requested" }]);
});

test("in update mode no other institution is offered", () => {
  openLink(...toUpdate(), submit, refusal("LINK_UNREACHABLE"));
  screen.getByRole("button", { name: "Try again" });
  expect(screen.queryByRole("button", { name: "Choose another institution" })).toBeNull();
});

test("numbers entered by hand have no institution to name", () => {
  const form = loginForm({ institution: manualEntry, purpose: "numbers" });
  openLink(...toLogin(form), refusal("INSTITUTION_DOWN"));
  screen.getByRole("heading", { level: 1, name: "Your account could not be connected" });
});

test("the sandbox can produce every error that this view handles specially", () => {
  expect(LOGIN_ERRORS).toEqual(expect.arrayContaining(Object.keys(WAYS)));
});

test.each(LOGIN_ERRORS.map((code) => [code, WAYS[code] ?? "another institution"] as const))(
  "after %s the user can go on: %s",
  (code, way) => {
    openLink(...toLogin(), refusal(code));
    if (way === "form") {
      expect(screen.getByRole("alert").textContent).not.toBe("");
      screen.getByRole("heading", { name: "Sign in to Acorn Bank" });
    } else if (way === "captcha") screen.getByRole("heading", { name: "Check that you are human" });
    else {
      screen.getByText(code);
      expect(actions()).toEqual(ACTIONS[way]);
    }
  },
);

const submit: MachineEvent = { type: "credentials.submitted", credentials: {} };

const refusal = (code: ErrorCode) => ({
  type: "bridge.refused" as const,
  error: linkError(code),
});

/** The window has a button of the same name before the view's button. */
const inView = (name: string): HTMLElement => {
  const button = screen.getAllByRole("button", { name }).at(-1);
  if (!button) throw new Error(`there is no button ${name}`);
  return button;
};

const actions = () =>
  [...document.querySelectorAll("section:not([hidden]) .actions :is(a, button)")].map(
    ({ textContent }) => textContent,
  );
