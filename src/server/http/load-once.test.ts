import { expect, test, vi } from "vitest";
import { loadOnce } from "./load-once.ts";

test("two callers at once load once, and so does a later one", async () => {
  const load = vi.fn(async () => ({}));
  const value = loadOnce(load);
  const [first, second] = await Promise.all([value(), value()]);
  expect([second, await value()]).toEqual([first, first]);
  expect(load).toHaveBeenCalledTimes(1);
});

test("a load that fails is an error for all that wait, and the next caller tries again", async () => {
  let failures = 1;
  const value = loadOnce(async () => {
    if (failures-- > 0) throw new Error("no such file");
    return "loaded";
  });
  const waiting = await Promise.allSettled([value(), value()]);
  expect(waiting.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await value()).toBe("loaded");
});
