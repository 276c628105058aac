import { act, cleanup, fireEvent, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { linkError } from "../../protocol/errors/errors.ts";
import type { Challenge } from "../../protocol/link/login-form.ts";
import { openLink, toLogin } from "./open-link.fixture.tsx";

const device: Challenge = {
  type: "device",
  devices: [{ id: "device-1", kind: "phone", mask: "•••• 6789" }],
};
const code: Challenge = { type: "code", sent_to: "•••• 6789" };

test("a code is submitted without its blanks, and the browser may fill it in", async () => {
  const { user, sent } = openChallenge(code);
  screen.getByRole("heading", { level: 1, name: "Enter your code" });
  screen.getByText("It was sent to •••• 6789.");
  expect(document.activeElement).toBe(field("Code"));
  expect(field("Code").autocomplete).toBe("one-time-code");
  await user.keyboard("12 34{Enter}");
  expect(sent).toEqual([{ type: "mfa.submitted", answers: ["1234"] }]);
});

test("a code without a device is described as the institution's one-time code", () => {
  openChallenge({ type: "code", sent_to: null });
  screen.getByText("Acorn Bank asks for your one-time code.");
});

test("the institution's own words stand above its code, and the picture that a device reads", () => {
  const picture = "data:image/png;base64,iVBORw0KGgo=";
  openChallenge({
    type: "code",
    sent_to: null,
    hint: "Scan the picture with your reader.",
    picture,
  });
  screen.getByText("Scan the picture with your reader.");
  expect(screen.getByRole<HTMLImageElement>("img", { name: /picture/ }).src).toBe(picture);
});

test("an empty code field says so", async () => {
  const { user, sent } = openChallenge(code);
  await user.click(submit());
  screen.getByRole("textbox", { name: "Code", description: "Enter your code" });
  expect(sent).toEqual([]);
});

test("a refused code stays and is selected, so that typing replaces it", async () => {
  const { user, receive } = openChallenge(code);
  await user.keyboard("1234{Enter}");
  receive({ type: "bridge.refused", error: linkError("INVALID_MFA") });
  const text = "That answer did not match. Please check it.";
  expect(screen.getByRole("alert").textContent).toBe(text);
  screen.getByRole("textbox", { name: "Code", description: text });
  expect(field("Code").value).toBe("1234");
  expect(document.activeElement).toBe(field("Code"));
  expect([field("Code").selectionStart, field("Code").selectionEnd]).toEqual([0, 4]);
});

const boxed: Challenge = { type: "code", sent_to: "•••• 6789", length: 6 };

test("a code of known length is one labelled field, with a box for each character", async () => {
  const { user, sent } = openChallenge(boxed);
  expect(screen.getAllByRole("textbox")).toEqual([field("Code")]);
  expect(field("Code").inputMode).toBe("numeric");
  expect(field("Code").autocomplete).toBe("one-time-code");
  expect(document.querySelectorAll(".boxes > i")).toHaveLength(6);
  expect(field("Code").getAttribute("aria-describedby")).toBe("lead");
  screen.getByText("It was sent to •••• 6789. The last character submits it.");
  await user.keyboard("12345");
  expect(sent).toEqual([]);
  await user.keyboard("6");
  expect(sent).toEqual([{ type: "mfa.submitted", answers: ["123456"] }]);
});

const submitted = (code: string) => ({ type: "mfa.submitted", answers: [code] });

test("a code that is pasted whole is submitted at once", async () => {
  const { user, sent } = openChallenge(boxed);
  await user.paste("123 456");
  expect(sent).toEqual([submitted("123456")]);
});

test("a code that a program fills in waits for the button", () => {
  const { sent } = openChallenge(boxed);
  const data = "123456";
  fireEvent.input(field("Code"), { target: { value: data }, data, inputType: "insertText" });
  expect(sent).toEqual([]);
});

test("a code that is corrected waits for the button", async () => {
  const { user, sent } = openChallenge(boxed);
  await user.keyboard("12346{Backspace}56");
  expect(field("Code").value).toBe("123456");
  expect(sent).toEqual([]);
  await user.click(submit());
  expect(sent).toEqual([submitted("123456")]);
});

test("the last character submits once: not after a refusal, and not a code that was sent again", async () => {
  const { user, sent, receive } = openChallenge({ ...boxed, resend_after: 0 });
  await user.keyboard("111111");
  receive({ type: "bridge.refused", error: linkError("INVALID_MFA") });
  expect(screen.queryByText(/The last character/)).toBeNull();
  await user.keyboard("222222");
  expect(field("Code").value).toBe("222222");
  expect(sent).toEqual([submitted("111111")]);
  cleanup();
  const again = openChallenge({ ...boxed, resend_after: 0 });
  await again.user.click(screen.getByRole("button", { name: "Send another code" }));
  again.receive({ type: "code.answered", sent: true, resendAfter: 30 });
  expect(screen.queryByText(/The last character/)).toBeNull();
  await again.user.keyboard("333333");
  expect(again.sent).toEqual([{ type: "code.requested" }]);
});

test.each(["123 456", " 123-456 ", "1234567", "12 34 56"])(
  "%j can be pasted as a code of six",
  async (text) => {
    const { user } = openChallenge(boxed);
    await user.paste(text);
    expect(field("Code").value).toBe("123456");
  },
);

test("a browser's autofill of a code with a blank fills the boxes", () => {
  openChallenge(boxed);
  fireEvent.input(field("Code"), { target: { value: "123 456" } });
  expect(field("Code").value).toBe("123456");
});

test("the caret stays in place when a character is put in, or taken out", async () => {
  const { user } = openChallenge(boxed);
  await user.keyboard("12456{ArrowLeft}{ArrowLeft}{ArrowLeft}3 ");
  expect(field("Code").value).toBe("123456");
  expect(field("Code").selectionStart).toBe(3);
  await user.keyboard("{Backspace}");
  expect(field("Code").value).toBe("12456");
  expect(field("Code").selectionStart).toBe(2);
});

test("the box that the next character goes into is marked", async () => {
  const { user } = openChallenge(boxed);
  const marked = () => field("Code").parentElement?.style.getPropertyValue("--at");
  expect(marked()).toBe("0");
  await user.keyboard("12");
  expect(marked()).toBe("2");
  await user.keyboard("{ArrowLeft}");
  expect(marked()).toBe("1");
  field("Code").blur();
  field("Code").focus();
  expect(marked()).toBe("0");
});

test("a code that is too short says how long it is", async () => {
  const { user, sent } = openChallenge(boxed);
  await user.keyboard("12345{Enter}");
  screen.getByRole("textbox", { name: "Code", description: "The code has 6 characters." });
  expect(sent).toEqual([]);
});

const resendable: Challenge = { ...boxed, resend_after: 30, other_devices: ["email"] };
const SECOND = 1000;
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const resendButton = () => screen.queryByRole("button", { name: "Send another code" });

/** A challenge with a clock that the test moves. */
const openTimed = (challenge: Challenge) => {
  vi.useFakeTimers();
  return openLink(...toLogin(), { type: "mfa.required", challenge });
};
afterEach(() => {
  vi.useRealTimers();
});

test("another code is offered after a countdown, in a live region that was silent until then", () => {
  openTimed(resendable);
  expect(resendButton()).toBeNull();
  const line = screen.getByText(/^You can ask for another code in/);
  expect(line.textContent).toBe("You can ask for another code in 30 s.");
  expect(line.closest("[role=status]")).toBeNull();
  pass(12 * SECOND);
  expect(line.textContent).toBe("You can ask for another code in 18 s.");
  pass(18 * SECOND);
  expect(line.hidden).toBe(true);
  expect(resendButton()?.closest("[role=status]")).not.toBeNull();
});

test("the countdown goes on while an answer is checked", () => {
  const { receive } = openTimed(resendable);
  pass(20 * SECOND);
  receive({ type: "mfa.submitted", answers: ["111111"] });
  pass(5 * SECOND);
  receive({ type: "bridge.refused", error: linkError("INVALID_MFA") });
  screen.getByText("5");
  pass(5 * SECOND);
  expect(resendButton()).not.toBeNull();
});

test("a code that can be sent again at once has no countdown", () => {
  openTimed({ ...resendable, resend_after: 0 });
  expect(resendButton()).not.toBeNull();
});

test("another code is asked for once, and its arrival is announced at the empty field", async () => {
  const { user, sent, receive } = openChallenge({ ...resendable, resend_after: 0 });
  await user.keyboard("123");
  const button = screen.getByRole("button", { name: "Send another code" });
  await user.dblClick(button);
  expect(field("Code").value).toBe("123");
  expect(sent).toEqual([{ type: "code.requested" }, { type: "code.requested" }]);
  receive({ type: "code.answered", sent: true, resendAfter: 30 });
  const description = "A new code is on its way to •••• 6789.";
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Code", description }));
  expect(field("Code").value).toBe("");
  expect(resendButton()).toBeNull();
});

test("a resend that is too early says when, and one too many says so", async () => {
  const open = () => openChallenge({ ...resendable, resend_after: 0 });
  const { user, receive } = open();
  await user.click(screen.getByRole("button", { name: "Send another code" }));
  receive({ type: "code.answered", sent: false, resendAfter: 90 });
  screen.getByRole("textbox", { description: /^It is too early for another code\./ });
  screen.getByText("90");
  cleanup();
  const again = open();
  await again.user.click(screen.getByRole("button", { name: "Send another code" }));
  again.receive({ type: "code.answered", sent: false, resendAfter: null });
  screen.getByRole("textbox", { description: /^No more codes can be sent\./ });
  expect(resendButton()).toBeNull();
  expect(screen.queryByTestId("mfa-devices")).toBeNull();
});

test("a resend that fails is an alert, and the input is not wrong", async () => {
  const { user, receive } = openChallenge({ ...resendable, resend_after: 0 });
  await user.keyboard("123");
  await user.click(screen.getByRole("button", { name: "Send another code" }));
  receive({ type: "bridge.refused", error: linkError("INSTITUTION_NOT_RESPONDING") });
  screen.getByRole("alert");
  expect(field("Code").getAttribute("aria-invalid")).toBeNull();
  expect(field("Code").value).toBe("123");
});

test.each([
  [["email"], "Get the code by email instead"],
  [["phone", "email"], "Get the code another way"],
] as const)("the code can go elsewhere if there are other devices: %j", async (kinds, name) => {
  const { user, sent, receive } = openChallenge({ ...boxed, other_devices: [...kinds] });
  expect(resendButton()).toBeNull();
  await user.click(screen.getByRole("button", { name }));
  expect(sent).toEqual([{ type: "devices.requested" }]);
  receive({ type: "mfa.required", challenge: device });
  screen.getByRole("heading", { level: 1, name: "Where should your code go?" });
});

test("a code without a way to another one offers none", () => {
  openChallenge(code);
  expect(resendButton()).toBeNull();
  expect(screen.queryByTestId("mfa-devices")).toBeNull();
});

test("another challenge begins with empty fields", async () => {
  const { user, receive } = openChallenge(code);
  await user.keyboard("1234{Enter}");
  receive({ type: "mfa.required", challenge: { type: "code", sent_to: null } });
  expect(field("Code").value).toBe("");
});

const openChallenge = (challenge: Challenge) =>
  openLink(...toLogin(), { type: "mfa.required", challenge });

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = () => screen.getByRole("button", { name: "Continue" });
