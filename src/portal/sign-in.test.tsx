import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { done, failure, noAnswer, openPortal, success } from "./open-portal.fixture.tsx";

const OVER = failure("INVALID_ACCOUNT_SESSION");
const button = (name: string) => screen.getByRole("button", { name });

test("without a session a mail can be requested, and the page reveals nothing about the address", async () => {
  const { user, requests } = await openPortal([OVER, done]);
  const field = screen.getByLabelText("Email address");
  await user.type(field, "nonsense");
  await user.click(button("Send me a link"));
  screen.getByText(/Enter an email address/);
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await user.clear(field);
  await user.type(field, " ann@mail.example ");
  await user.click(button("Send me a link"));
  const title = await screen.findByRole("heading", { name: "Check your email" });
  expect(document.activeElement).toBe(title);
  screen.getByText(/If ann@mail.example belongs to connections here/);
  expect(requests.at(-1)).toEqual([
    "/account/sign-in",
    { email: "ann@mail.example", language: "en" },
  ]);
});

test("a mail that does not come is sent again, and a refusal is said next to it", async () => {
  const { user, requests } = await openPortal([OVER, done, done, failure("RATE_LIMIT")]);
  await user.type(screen.getByLabelText("Email address"), "ann@mail.example");
  await user.click(button("Send me a link"));
  await user.click(await screen.findByRole("button", { name: "Send it again" }));
  await user.click(await screen.findByRole("button", { name: "Send it again" }));
  await screen.findByText("Too many attempts. Please wait a minute.");
  const sent = ["/account/sign-in", { email: "ann@mail.example", language: "en" }];
  expect(requests.slice(1)).toEqual([sent, sent, sent]);
  screen.getByRole("heading", { name: "Check your email" });
});

test("without a mail server the page points to the way through Link", async () => {
  await openPortal([OVER], { hasMail: false });
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
  screen.getByText(/in the app where you connected it/);
});

test("an address from Link opens at once", async () => {
  const { requests } = await openPortal([success()], { fragment: "v2.abc" });
  await screen.findByRole("heading", { name: "Your connections" });
  expect(requests).toEqual([["/account/open", { address: "v2.abc" }]]);
});

test("a mailed address opens with a button, and makes no request before", async () => {
  const { user, requests } = await openPortal([noAnswer, success()], { fragment: "mail.v2.abc" });
  expect(requests).toEqual([]);
  await user.click(button("Open my connections"));
  await screen.findByText(/There was no answer/);
  await user.click(button("Open my connections"));
  await screen.findByRole("heading", { name: "Your connections" });
  expect(requests.at(-1)).toEqual(["/account/open", { address: "v2.abc" }]);
});

test("a used address leads to the session that it opened in this browser", async () => {
  await openPortal([failure("INVALID_ONE_TIME_ADDRESS"), success()], { fragment: "v2.abc" });
  await screen.findByRole("heading", { name: "Your connections" });
});

test("an expired address is reported, with the way to another", async () => {
  await openPortal([failure("INVALID_ONE_TIME_ADDRESS"), OVER], { fragment: "v2.abc" });
  await screen.findByRole("heading", { name: "This link no longer works" });
  screen.getByLabelText("Email address");
});

test("a request without a response can be repeated, with the same address", async () => {
  const { user, requests } = await openPortal([noAnswer, success()], { fragment: "v2.abc" });
  await screen.findByRole("heading", { name: "This page cannot be reached" });
  await user.click(button("Try again"));
  await screen.findByRole("heading", { name: "Your connections" });
  expect(requests.map(([path]) => path)).toEqual(["/account/open", "/account/open"]);
});

test("an address is confirmed by the mailed code", async () => {
  const { user, requests } = await openPortal([
    success(),
    done,
    failure("INVALID_OTP"),
    success(undefined, { email: "ann@mail.example" }),
  ]);
  await user.type(screen.getByLabelText("Email address"), "ann@mail.example");
  await user.click(button("Send me a code"));
  const code = await screen.findByLabelText("Code from the email");
  expect(document.activeElement).toBe(code);
  await user.type(code, "1");
  await user.click(button("Confirm"));
  await screen.findByText("That is not the code, or it has expired.");
  await user.type(code, "2345678");
  await user.click(button("Confirm"));
  await screen.findByText("Your email address is confirmed.");
  screen.getByText("You can sign in here as ann@mail.example.");
  expect(requests.at(-1)).toEqual(["/account/email/confirm", { code: "12345678" }]);
});
