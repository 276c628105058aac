import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import {
  answers,
  deferredReply,
  needsAttention,
  noAnswer,
  openAt,
  openClient,
  operatorAnswer,
  success,
} from "../open-dashboard.fixture.tsx";

test("the header names the environment and links to the API reference", async () => {
  await openClient();
  const head = within(screen.getByRole("banner"));
  head.getByText("sandbox");
  expect(head.getByRole("link", { name: "API reference" }).getAttribute("href")).toBe("/docs");
});

test("the menu of the user chooses the theme, and leads to the sessions", async () => {
  const { user } = await openClient();
  const head = within(screen.getByRole("banner"));
  const theme = head.getByLabelText("Appearance");
  await user.selectOptions(theme, "Dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(localStorage.getItem("dashboard theme")).toBe("dark");
  await user.selectOptions(theme, "As the device");
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(localStorage.getItem("dashboard theme")).toBe("");
  const link = head.getByRole("link", { name: "People and sessions" });
  expect(link.getAttribute("href")).toBe("/dashboard/people");
});

test("signing out removes all that is the client's, and says so", async () => {
  const { reply, release } = deferredReply(success());
  const { user, requests } = await openClient({}, reply);
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  const busy = screen.getByRole("button", { name: "Signing out…" });
  expect(busy.getAttribute("aria-disabled")).toBe("true");
  release();
  const title = await screen.findByRole("heading", {
    name: "Sign in",
    description: "You are signed out.",
  });
  expect(document.activeElement).toBe(title);
  expect(screen.queryByText("public-1")).toBeNull();
  expect(requests[1]).toEqual(["/dashboard/api/sign-out", {}]);
});

test("a sign-out without a response is reported next to the button", async () => {
  const { user } = await openClient({}, noAnswer);
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  await within(screen.getByRole("banner")).findByText(/^The server did not respond, so it is not/);
  screen.getByRole("button", { name: "Sign out" });
});

test("the navigation counts what needs somebody, and nothing else", async () => {
  needsAttention({
    items: { count: 99, more: true },
    clients: { count: 2, more: false },
  });
  await openAt("/dashboard/usage", operatorAnswer(), answers({ rows: [], months: [], days: [] }));
  const nav = within(await screen.findByRole("navigation", { name: "Dashboard" }));
  const besides = (name: string) => nav.getByRole("link", { name }).parentElement?.textContent;
  await nav.findByText("need their user");
  expect(["Items", "Clients", "Webhooks"].map(besides)).toEqual([
    "Items99+ need their user",
    "Clients2 ask for production access",
    "Webhooks",
  ]);
  nav.getByTitle("99+ need their user");
});
