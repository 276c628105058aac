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

test("until the server has answered the page says that it is being opened", async () => {
  const { reply, release } = deferredReply(success());
  const { ready } = await openDashboard(reply);
  const main = screen.getByRole("main", { name: "The Dashboard is being opened" });
  expect(main.getAttribute("aria-busy")).toBe("true");
  release();
  await ready;
  screen.getByRole("heading", { name: "Your client" });
});

test("a session that goes on opens on the client's title", async () => {
  const { requests } = await openClient();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(requests).toEqual([["/dashboard/api/me", {}]]);
});

test("whoever has no session is at the first field of signing in", async () => {
  await openSignIn();
  expect(document.activeElement).toBe(screen.getByLabelText("client_id"));
});

test("a server that cannot be reached is said, and tried again on request", async () => {
  const { user, ready } = await openDashboard(noAnswer, success());
  await ready;
  const title = screen.getByRole("heading", { name: "The server cannot be reached" });
  expect(document.activeElement).toBe(title);
  screen.getByText("The server did not answer. Check your connection and try again.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Your client" });
});

test("a page that answers in our server's place counts as no answer", async () => {
  const { ready } = await openDashboard(async () => new Response("<h1>Welcome to the hotel</h1>"));
  await ready;
  screen.getByRole("heading", { name: "The server cannot be reached" });
});

test("being offline is said for as long as it lasts", async () => {
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

test("when the session has ended the page asks to sign in again, and says why", async () => {
  const { runTimer } = await openClient({}, failure("INVALID_DASHBOARD_SESSION"));
  await runTimer();
  const title = await screen.findByRole("heading", {
    name: "Sign in",
    description: "Your session has ended. Sign in again to go on.",
  });
  expect(document.activeElement).toBe(title);
  expect(screen.queryByText("public-1")).toBeNull();
});
