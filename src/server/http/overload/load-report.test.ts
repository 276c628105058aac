import { expect, test } from "vitest";
import { createLoadReport } from "./load-report.ts";

test("load is logged at once, then once a minute with its counts, until a minute had none", () => {
  const lines: unknown[] = [];
  const timers: { call: () => void; ms: number }[] = [];
  const report = createLoadReport({
    log: { warn: (counts: unknown) => void lines.push(counts) },
    after: (call, ms) => void timers.push({ call, ms }),
  });
  const minute = () => {
    const { call, ms } = timers.shift() ?? { call: () => {}, ms: 0 };
    expect(ms).toBe(60_000);
    call();
  };
  const none = { idle_closed: 0, turned_away: 0, no_place: 0, overload: 0 };

  report.count("overload");
  expect(lines).toEqual([{ ...none, overload: 1 }]);
  for (let at = 0; at < 500; at++) report.count("idle_closed");
  report.count("overload");
  expect(lines).toHaveLength(1);
  minute();
  expect(lines.slice(1)).toEqual([{ ...none, overload: 1, idle_closed: 500 }]);
  minute();
  expect(lines).toHaveLength(2);
  expect(timers).toEqual([]);
  report.count("no_place");
  expect(lines.slice(2)).toEqual([{ ...none, no_place: 1 }]);
  expect(report.totals()).toEqual({ ...none, overload: 2, idle_closed: 500, no_place: 1 });
});
