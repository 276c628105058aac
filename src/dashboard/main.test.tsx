import { act, screen } from "@testing-library/preact";
import { beforeAll, expect, test, vi } from "vitest";
import { success } from "./open-dashboard.fixture.tsx";

const fetch = vi.fn(success());

beforeAll(async () => {
  vi.stubGlobal("fetch", fetch);
  history.replaceState(null, "", "/dashboard/settings");
  document.body.innerHTML = '<div id="root"></div>';
  await import("./main.tsx");
  await screen.findByRole("heading", { name: "Your client" });
});

test("the page asks this server for the client, and no other", () => {
  expect(fetch.mock.calls.map(([path]: unknown[]) => path)).toEqual(["/dashboard/api/me"]);
});

test("the page reads the client again when it becomes visible", async () => {
  fetch.mockImplementationOnce(success({ partner: true }));
  await happen("visibilitychange");
  await screen.findByText("yes: it may use processor tokens");
});

test("the page says that the network is gone, and reads the client again when it is back", async () => {
  await happen("offline");
  screen.getByText(/^You are offline\./);
  fetch.mockImplementationOnce(success({ products: [] }));
  await happen("online");
  await screen.findByText("none");
  expect(screen.queryByText(/^You are offline\./)).toBeNull();
});

test("a response overrules a browser that reports being offline", async () => {
  await happen("offline");
  await happen("visibilitychange");
  await expect.poll(() => screen.queryByText(/^You are offline\./)).toBeNull();
});

const happen = (type: "offline" | "online" | "visibilitychange"): Promise<void> =>
  act(() => void dispatchEvent(new Event(type)));
