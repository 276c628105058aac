import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstDayOf, lastDayOf, toDay, toMonth } from "../../calendar.ts";
import { payCycleOf } from "./pay-cycle.ts";

const START = toDay("2024-01-01");
const anyStart = fc.integer({ min: START, max: START + 900 });
const payments = fc.integer({ min: 5, max: 60 });

const beforeWeekend = (day: number) => day - Math.max(0, ((day + 3) % 7) - 4);
const dayOfMonth = (month: number, day: number) =>
  beforeWeekend(Math.min(firstDayOf(month) + day - 1, lastDayOf(month)));

/** The paydays of consecutive months in order. */
const months = (start: number, count: number, daysOf: (month: number) => number[]) =>
  Array.from({ length: count }, (_, at) => toMonth(start) + at).flatMap(daysOf);

describe("the cycle of paydays", () => {
  test("every week or two weeks is seen from any day on", () => {
    fc.assert(
      fc.property(anyStart, payments, fc.constantFrom(7, 14), (start, count, step) => {
        const days = Array.from({ length: count }, (_, at) => start + at * step);
        const frequency = step === 7 ? "WEEKLY" : "BIWEEKLY";
        expect(payCycleOf(days)).toMatchObject({ frequency, fit: 1 });
      }),
    );
  });

  test("once a month is seen on any day of the month, before weekends", () => {
    fc.assert(
      fc.property(anyStart, payments, fc.integer({ min: 1, max: 31 }), (start, count, day) => {
        const days = months(start, count, (month) => [dayOfMonth(month, day)]);
        expect(payCycleOf(days)).toMatchObject({ frequency: "MONTHLY", fit: 1 });
      }),
    );
  });

  test("twice a month is not taken for every two weeks", () => {
    const pair = fc.constantFrom([1, 15], [1, 16], [5, 20], [10, 25], [15, 30], [15, 31], [7, 22]);
    fc.assert(
      fc.property(anyStart, fc.integer({ min: 4, max: 24 }), pair, (start, count, pairOfDays) => {
        const days = months(start, count, (month) =>
          pairOfDays.map((day) => dayOfMonth(month, day)),
        );
        expect(payCycleOf(days).frequency).toBe("SEMI_MONTHLY");
      }),
    );
  });

  test("a certain weekday of each month is once a month", () => {
    const weekday = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(
        anyStart,
        payments,
        weekday,
        fc.integer({ min: 0, max: 3 }),
        (...[start, count, day, nth]) => {
          const days = months(start, count, (month) => {
            const first = firstDayOf(month);
            return [first + ((((day - first) % 7) + 7) % 7) + nth * 7];
          });
          expect(payCycleOf(days).frequency).toBe("MONTHLY");
        },
      ),
    );
  });

  test("a payday that a holiday moves by a day leaves the cycle", () => {
    fc.assert(
      fc.property(anyStart, fc.nat(24), fc.constantFrom(7, 14), (start, index, step) => {
        const days = Array.from(
          { length: 25 },
          (_, at) => start + at * step - (at === index ? 1 : 0),
        );
        const frequency = step === 7 ? "WEEKLY" : "BIWEEKLY";
        expect(payCycleOf(days).frequency).toBe(frequency);
      }),
    );
  });

  test("a moved payday leaves the cycle even of few", () => {
    fc.assert(
      fc.property(anyStart, fc.integer({ min: 1, max: 2 }), (start, index) => {
        const days = [0, 1, 2, 3].map((at) => start + at * 14 - (at === index ? 1 : 0));
        expect(payCycleOf(days).frequency).toBe("BIWEEKLY");
      }),
    );
  });

  test("a pause of months, as between seasons, leaves the cycle", () => {
    const season = (start: number) => Array.from({ length: 10 }, (_, at) => start + at * 14);
    const days = [...season(START), ...season(START + 14 * 26)];
    expect(payCycleOf(days).frequency).toBe("BIWEEKLY");
  });

  test("two weekdays that are paid on as often lead to the earlier one as the next payday", () => {
    const monday = toDay("2024-01-01");
    const days = [0, 8, 14, 22, 28, 36].map((day) => monday + day);
    const { frequency, schedule } = payCycleOf(days);
    expect(frequency).toBe("WEEKLY");
    const earlier = Math.min(monday % 7, (monday + 1) % 7);
    expect(schedule?.daysIn(monday + 37, monday + 50).map((day) => day % 7)).toEqual([
      earlier,
      earlier,
    ]);
  });

  test("days without a rule have no cycle, nor do fewer than three paydays", () => {
    const days = [0, 3, 4, 19, 22, 41, 44, 46, 70, 71, 99].map((day) => START + day);
    expect(payCycleOf(days).frequency).toBe("IRREGULAR");
    expect(payCycleOf([START, START + 14])).toMatchObject({ frequency: "UNKNOWN", gap: 14 });
    expect(payCycleOf([START])).toMatchObject({ frequency: "UNKNOWN", gap: null });
    expect(payCycleOf([])).toMatchObject({ frequency: "UNKNOWN", gap: null });
  });
});
