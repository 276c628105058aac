import { expect, test } from "vitest";
import { windowOfDays } from "./transaction-feed.ts";

test("the window of some days ends with today, which counts", () => {
  const now = Date.parse("2024-03-31T23:59:59Z");
  expect(windowOfDays(30, now)).toEqual({ firstDate: "2024-03-02", lastDate: null });
  expect(windowOfDays(1, now)).toEqual({ firstDate: "2024-03-31", lastDate: null });
  expect(windowOfDays(undefined, now)).toEqual({ firstDate: null, lastDate: null });
});
