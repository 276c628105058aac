import { act, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import {
  deferredReply,
  failure,
  noAnswer,
  openClient,
  openDashboard,
  openSignIn,
  success,
} from "./open-dashboard.fixture.tsx";

test("the page says that it is opening until the server has responded", async () => {
  const { reply, release } = deferredReply(success());
  const { ready } = await openDashboard(reply);
  const main = screen.getByRole("main", { name: "The Dashboard is being opened" });
  expect(main.getAttribute("aria-busy")).toBe("true");
  release();
  await ready;
  screen.getByRole("heading", { name: "Settings" });
});

test("an open session shows the client's title", async () => {
  const { requests } = await openClient();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(requests).toEqual([["/dashboard/api/me", {}]]);
});

test("without a session the focus is on the first field of the sign-in form", async () => {
  await openSignIn();
  expect(document.activeElement).toBe(screen.getByLabelText("client_id"));
});

test("the page says that the server cannot be reached, and tries again on request", async () => {
  const { user, ready } = await openDashboard(noAnswer, success());
  await ready;
  const title = screen.getByRole("heading", { name: "The server cannot be reached" });
  expect(document.activeElement).toBe(title);
  screen.getByText("The server did not respond. Check your connection and try again.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Settings" });
});

test("a page that something else sends in our server's place counts as no response", async () => {
  const { ready } = await openDashboard(async () => new Response("<h1>Welcome to the hotel</h1>"));
  await ready;
  screen.getByRole("heading", { name: "The server cannot be reached" });
});

test("the page says that it is offline for as long as it is", async () => {
  const { offline } = await openSignIn();
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("");
  await act(() => {
    offline.value = true;
  });
  expect(status.textContent).toBe(
    "You are offline. Changes can be made once you are connected again.",
  );
  await act(() => {
    offline.value = false;
  });
  expect(status.textContent).toBe("");
});

test("when the session has ended, the page asks to sign in again and says why", async () => {
  const { runTimer } = await openClient({}, failure("INVALID_DASHBOARD_SESSION"));
  await runTimer();
  const title = await screen.findByRole("heading", {
    name: "Sign in",
    description: "Your session has ended. Sign in again to go on.",
  });
  expect(document.activeElement).toBe(title);
  expect(screen.queryByText("public-1")).toBeNull();
});
