import { act, screen, waitFor } from "@testing-library/preact";
import { expect, onTestFinished, test, vi } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";

/** The interval at which Link sessions are asked for. */
const EVERY_MS = 5000;

/** Holds the timers of live lists, and returns a function that lets them elapse. */
const liveTimers = () => {
  const timers = new Map<unknown, () => void>();
  const { setInterval, clearInterval } = globalThis;
  vi.spyOn(globalThis, "setInterval").mockImplementation(((run: () => void, ms: number) => {
    const timer = setInterval(ms === EVERY_MS ? () => undefined : run, ms);
    if (ms === EVERY_MS) timers.set(timer, run);
    return timer;
  }) as typeof setInterval);
  vi.spyOn(globalThis, "clearInterval").mockImplementation((timer) => {
    timers.delete(timer);
    clearInterval(timer);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return () =>
    act(() => {
      for (const run of timers.values()) run();
    });
};

test("a live list is asked for again until it is paused, and at once when it goes on", async () => {
  const elapse = liveTimers();
  const page = answers({ rows: [], next: null });
  const { user, requests } = await openAt(
    "/dashboard/sessions",
    success(),
    answers({ days: 30, points: [], steps: [], institutions: [], errors: [] }),
    ...Array.from({ length: 5 }, () => page),
  );
  await screen.findByText("Live");
  const asked = () => requests.filter(([path]) => path === "/dashboard/api/sessions").length;
  await waitFor(() => expect(asked()).toBe(1));
  await elapse();
  expect(asked()).toBe(2);
  await user.click(screen.getByRole("button", { name: "Pause" }));
  await screen.findByText("Paused");
  await elapse();
  expect(asked()).toBe(2);
  await user.click(screen.getByRole("button", { name: "Go on" }));
  await waitFor(() => expect(asked()).toBe(3));
});
