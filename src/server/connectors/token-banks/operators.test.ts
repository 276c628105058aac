import { expect, test } from "vitest";
import { applyOperator } from "./operators.ts";

const ENTRY = { balance: -12_050, limit: 50_000, text: "7.10", none: null };

test("a number less another is taken in the bank's own unit", () => {
  expect(applyOperator({ of: "limit", minus: "balance", divide: 100 }, ENTRY)).toBe(620.5);
  expect(applyOperator({ of: "text", minus: "limit" }, ENTRY)).toBe(-49_992.9);
});

test("a number without the other one is no value", () => {
  for (const minus of ["none", "missing"])
    expect(applyOperator({ of: "balance", minus }, ENTRY)).toBeUndefined();
});

test("a moment is of the day that the bank's zone has then", () => {
  const at = (iso: string) =>
    applyOperator(
      { of: "time", epoch: "seconds", zone: "Europe/Kyiv" },
      { time: Date.parse(iso) / 1000 },
    );
  expect(at("2026-01-10T22:30:00Z")).toBe("2026-01-11T00:30:00.000+02:00");
  expect(at("2026-07-10T21:30:00Z")).toBe("2026-07-11T00:30:00.000+03:00");
  expect(at("2026-01-10T21:30:00Z")).toBe("2026-01-10T23:30:00.000+02:00");
});
