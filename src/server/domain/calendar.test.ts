import fc from "fast-check";
import { expect, test } from "vitest";
import { dayAt, firstDayOf, lastDayOf, monthsBefore, toDate, toDay, toMonth } from "./calendar.ts";

const anyDay = fc.integer({ min: toDay("1999-01-01"), max: toDay("2199-12-31") });

test("a day and its date are the same", () => {
  expect(toDate(0)).toBe("1970-01-01");
  expect(dayAt(Date.parse("2024-02-29T23:59:59.999Z"))).toBe(toDay("2024-02-29"));
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(toDay(toDate(day))).toBe(day);
    }),
  );
});

test("every day is in its month, and months follow each other without a gap", () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const month = toMonth(day);
      expect(firstDayOf(month)).toBeLessThanOrEqual(day);
      expect(lastDayOf(month)).toBeGreaterThanOrEqual(day);
      expect(toMonth(lastDayOf(month) + 1)).toBe(month + 1);
    }),
  );
  expect(toDate(lastDayOf(toMonth(toDay("2024-02-10"))))).toBe("2024-02-29");
});

test("months before a day is the same day, or the last one of a shorter month", () => {
  expect(toDate(monthsBefore(toDay("2026-03-15"), 24))).toBe("2024-03-15");
  expect(toDate(monthsBefore(toDay("2026-03-31"), 1))).toBe("2026-02-28");
  expect(toDate(monthsBefore(toDay("2026-01-31"), 1))).toBe("2025-12-31");
});
