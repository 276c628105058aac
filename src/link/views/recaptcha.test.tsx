import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
import type { MachineEvent } from "../machine/machine-event.ts";
import { loginForm, manualEntry, openLink, toLogin } from "./open-link.fixture.tsx";

test("a captcha says what it is for, and starts at a press", async () => {
  const { user, sent } = openLink(...toLogin(), refusal("RECAPTCHA_REQUIRED"));
  const title = screen.getByRole("heading", { level: 1, name: "Check that you are human" });
  expect(document.activeElement).toBe(title);
  screen.getByText(/^This keeps programs from guessing passwords at Acorn Bank\./);
  await user.click(screen.getByRole("button", { name: "Start the check" }));
  expect(sent).toEqual([{ type: "captcha.started" }]);
});

test("while the browser works a second press starts nothing", async () => {
  const { user } = openLink(...toLogin(), refusal("RECAPTCHA_REQUIRED"));
  const start = screen.getByRole("button", { name: "Start the check" });
  expect(start.getAttribute("aria-disabled")).toBe("false");
  await user.click(start);
  screen.getByText("Checking… a few seconds more.");
  expect(start.getAttribute("aria-disabled")).toBe("true");
  await user.click(start);
  screen.getByText("Checking… a few seconds more.");
});

test("a captcha that was refused is tried again", () => {
  openLink(...toLogin(), refusal("RECAPTCHA_BAD"));
  expect(screen.getByRole("alert").textContent).toMatch(/Please try again in a moment\.$/);
  screen.getByRole("button", { name: "Try the check again" });
});

test("the refusal disappears during the next attempt", async () => {
  const { user } = openLink(...toLogin(), refusal("RECAPTCHA_BAD"));
  await user.click(screen.getByRole("button", { name: "Try the check again" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the captcha for micro-deposits names no institution", () => {
  const form = loginForm({ institution: manualEntry, purpose: "amounts" });
  openLink(...toLogin(form), refusal("RECAPTCHA_REQUIRED"));
  screen.getByText(/^This keeps programs from guessing amounts\./);
});

const refusal = (code: ErrorCode): MachineEvent => ({
  type: "bridge.refused",
  error: linkError(code),
});
