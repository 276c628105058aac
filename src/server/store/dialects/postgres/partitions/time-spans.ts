import { DAY_MS, dayAt, HOUR_MS, MINUTE_MS } from "../../../../domain/calendar.ts";
import { ALL_TIME, type Queryable, type TimeSpan } from "../../../tables.ts";
import { dayOfPart } from "./day-tables.ts";
import { listParts } from "./keep-parts.ts";

/** How long the names of the parts are used: lists stay right when they are older, and look into more parts. */
const NAMES_MS = 10 * MINUTE_MS;

/** How far ahead of this clock a row may be: clocks of servers differ. */
const AHEAD_MS = HOUR_MS;

/** Each span has this many times the days of the one before it. */
const GROWTH = 4;

/** Knows the parts of tables for a while, and divides their time into spans. */
export const createTimeSpans = () => {
  const known = new Map<string, { at: number; parts: readonly string[] | null }>();
  return async (statements: Queryable, table: string): Promise<readonly TimeSpan[]> => {
    const now = Date.now();
    let entry = known.get(table);
    if (!entry || Math.abs(now - entry.at) > NAMES_MS) {
      entry = { at: now, parts: await listParts(statements, table) };
      known.set(table, entry);
    }
    return entry.parts === null ? [ALL_TIME] : divide(table, entry.parts, now);
  };
};

/**
 * Divides the time until now into spans, the newest first: today, some days before it, and so on. A day without a part ends
 * them, since its rows are in the rest: the last span is all the time before.
 */
export const divide = (table: string, parts: readonly string[], now: number): TimeSpan[] => {
  const days = new Set(parts.flatMap((part) => dayOfPart(table, part) ?? []));
  const spans: TimeSpan[] = [];
  let to = now + AHEAD_MS;
  let next = dayAt(now);
  for (let size = 1; days.has(next); size *= GROWTH) {
    for (let count = 0; count < size && days.has(next); count++) next--;
    const from = (next + 1) * DAY_MS;
    spans.push({ from, to });
    to = from;
  }
  return [...spans, { from: null, to }];
};
