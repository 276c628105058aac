import { screen } from "@testing-library/preact";
import { expect, onTestFinished, test } from "vitest";
import { answers, failure, openAt, openSignIn, operatorAnswer } from "./open-dashboard.fixture.tsx";

const LIST = answers({ rows: [], next: null });

test("the operator signs in with a password", async () => {
  const { user, requests } = await openSignIn(
    failure("INVALID_API_KEYS"),
    operatorAnswer(),
    operatorAnswer(),
    LIST,
  );
  await user.click(screen.getByRole("button", { name: "Use the operator's password" }));
  const password = screen.getByLabelText<HTMLInputElement>("Password");
  expect(document.activeElement).toBe(password);
  await user.type(password, "wrong{Enter}");
  await screen.findByText("This is not the operator’s password. Enter it again.");
  await expect.poll(() => password.value).toBe("");
  await user.type(password, "right{Enter}");
  await screen.findByRole("heading", { name: "Settings" });
  expect(requests[2]).toEqual(["/dashboard/api/operator/session", { password: "right" }]);
});

test("an operator whose session has ended is asked for the password again", async () => {
  const { runTimer } = await openAt(
    "/dashboard/clients",
    operatorAnswer(),
    LIST,
    failure("INVALID_DASHBOARD_SESSION"),
  );
  await screen.findByText("No client fits.");
  await runTimer();
  await screen.findByText("Your session has ended. Sign in again to go on.");
  screen.getByLabelText("Password");
});

test("single sign-on is offered if the server has it, by a link that leaves the page", async () => {
  document.documentElement.dataset.oidc = "true";
  onTestFinished(() => {
    delete document.documentElement.dataset.oidc;
  });
  const { user } = await openSignIn();
  expect(screen.queryByRole("link", { name: /single sign-on/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Use the operator's password" }));
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Sign in with single sign-on" });
  expect([link.getAttribute("href"), link.target]).toEqual(["/dashboard/oidc/start", "_self"]);
});
