import { expect, test } from "vitest";
import { formatTime } from "./error-texts.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");

test("the time of an error has its seconds and its time zone", () => {
  expect(formatTime("en", noon)).toMatch(/^Nov 2\d, 2026, \d+:\d\d:00\s[AP]M\s\S+$/);
  expect(formatTime("fr", noon)).toMatch(/2026.* \d\d:\d\d:00 \S+$/);
});
