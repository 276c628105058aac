import { act, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, failure, openAt, type Reply, success } from "../open-dashboard.fixture.tsx";

const INVITATION = {
  ...{ email: "ada@shop.example", role: "developer", owner: "Shop", is_member: false },
  totp: { secret: "ABCDEFGHIJ", qr: "<svg/>", sealed: "sealed" },
};

const openInvitation = async (...replies: Reply[]) => {
  const page = await openAt(
    "/dashboard/invitation#token",
    failure("INVALID_DASHBOARD_SESSION"),
    ...replies,
  );
  await page.ready;
  await act(() => page.showMode("invitation"));
  return page;
};

test("an invited person chooses a password, scans the key and is signed in", async () => {
  const { user, requests } = await openInvitation(answers(INVITATION), success());
  const title = await screen.findByRole("heading", { name: "Join Shop" });
  expect(document.activeElement).toBe(title);
  screen.getByText(/^You are invited as developer: you may see everything, and change webhooks/);
  expect(screen.getByLabelText<HTMLInputElement>("E-mail address").value).toBe("ada@shop.example");
  screen.getByText("ABCD EFGH IJ");
  expect(screen.getByRole("img").getAttribute("src")).toBe("data:image/svg+xml,%3Csvg%2F%3E");
  await user.type(screen.getByLabelText("Password"), "short");
  await user.click(screen.getByRole("button", { name: "Join and sign in" }));
  expect(screen.getByRole("alert").textContent).toMatch(/at least 12 characters/);
  await user.type(screen.getByLabelText("Password"), " and some more");
  await user.type(screen.getByLabelText(/^Code/), "123 456");
  await user.click(screen.getByRole("button", { name: "Join and sign in" }));
  await screen.findByRole("link", { name: "Settings" });
  expect(requests.slice(1, 3)).toEqual([
    ["/dashboard/api/invitation", { token: "token" }],
    [
      "/dashboard/api/invitation/accept",
      { token: "token", password: "short and some more", sealed: "sealed", code: "123456" },
    ],
  ]);
});

test("an invitation that is not good any more says so", async () => {
  await openInvitation(failure("INVALID_FIELD", { display_message: "It is too old." }));
  await screen.findByText("It is too old.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
