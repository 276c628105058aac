import { DAY_MS, toDate, toDay } from "../../../../domain/calendar.ts";

/** A table whose rows expire by a time in ms, which is part of their key. */
type DayTable = {
  table: string;
  time: string;
  /** The referenced table, which is partitioned by the same days. */
  parent?: { table: string; columns: readonly string[]; references: readonly string[] };
};

/** The tables that are partitioned by day; referenced tables come first. */
export const DAY_TABLES: readonly DayTable[] = [
  { table: "request_log", time: "at" },
  { table: "link_event", time: "at" },
  { table: "webhook_delivery", time: "created_at" },
  {
    table: "webhook_attempt",
    time: "delivery_created_at",
    parent: {
      table: "webhook_delivery",
      columns: ["delivery_created_at", "delivery_id"],
      references: ["created_at", "delivery_id"],
    },
  },
];

/**
 * Names the partition of a day, such as `link_event_20261129`; days are counted from 1970-01-01 in
 * UTC.
 */
export const toPartName = (table: string, day: number): string =>
  `${table}_${toDate(day).replaceAll("-", "")}`;

/** Names the partition with the rows from before the conversion. */
export const earlierPart = (table: string): string => `${table}_earlier`;

/** Names the partition for days without a partition of their own. */
export const restPart = (table: string): string => `${table}_rest`;

/** Returns the day in a partition's name; null for the other two partitions. */
export const dayOfPart = (table: string, part: string): number | null => {
  const [, year, month, day] = new RegExp(`^${table}_(\\d{4})(\\d{2})(\\d{2})$`).exec(part) ?? [];
  return year === undefined ? null : toDay(`${year}-${month}-${day}`);
};

/** The last day with a partition of its own, or null. */
export const lastDayOf = (table: string, parts: readonly string[]): number | null => {
  const days = parts.flatMap((part) => dayOfPart(table, part) ?? []);
  return days.length === 0 ? null : Math.max(...days);
};

/** The first moment of a day and of the next day, in ms. */
export const toBounds = (day: number): { from: number; to: number } => ({
  from: day * DAY_MS,
  to: (day + 1) * DAY_MS,
});
