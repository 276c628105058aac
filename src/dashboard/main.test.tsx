import { act, screen } from "@testing-library/preact";
import { beforeAll, expect, test, vi } from "vitest";
import { success } from "./open-dashboard.fixture.tsx";
import { PAGES } from "./pages.ts";

const fetch = vi.fn(success());

/** Whether the page of the address was loaded before the server had responded. */
let isPreloaded = false;

beforeAll(async () => {
  vi.stubGlobal("fetch", fetch);
  history.replaceState(null, "", "/dashboard/settings");
  document.body.innerHTML = '<div id="root"></div>';
  const page = PAGES.find(({ name }) => name === "settings");
  const load = page && vi.spyOn(page, "load");
  fetch.mockImplementationOnce(() => {
    isPreloaded = load?.mock.calls.length === 1;
    return success()();
  });
  await import("./main.tsx");
  await screen.findByRole("heading", { name: "Settings" });
});

test("the page asks this server for the client and what needs somebody, and no other", async () => {
  const paths = () => fetch.mock.calls.map(([path]: unknown[]) => path);
  await expect.poll(paths).toEqual(["/dashboard/api/me", "/dashboard/api/attention"]);
});

test("the page of the address is loaded while the server is asked for the client", () => {
  expect(isPreloaded).toBe(true);
});

test("the page reads the client again when it becomes visible", async () => {
  fetch.mockImplementationOnce(success({ partner: true }));
  await happen("visibilitychange");
  await screen.findByText("A partner: it may use processor tokens");
});

test("the page says that the network is gone, and reads the client again when it is back", async () => {
  await happen("offline");
  screen.getByText(/^You are offline\./);
  fetch.mockImplementationOnce(success({ products: [] }));
  await happen("online");
  await screen.findByText("None");
  expect(screen.queryByText(/^You are offline\./)).toBeNull();
});

test("a response overrules a browser that reports being offline", async () => {
  await happen("offline");
  await happen("visibilitychange");
  await expect.poll(() => screen.queryByText(/^You are offline\./)).toBeNull();
});

const happen = (type: "offline" | "online" | "visibilitychange"): Promise<void> =>
  act(() => void dispatchEvent(new Event(type)));
