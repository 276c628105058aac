import { statSync } from "node:fs";
import type { Finding } from "./doctor-report.ts";

/** Tokens live by the clock: one that is years off makes all of them expired or eternal. */
const YEARS = { first: 2025, last: 2100 };

/** By so much the clocks of disks and machines differ where nothing is wrong, in ms. */
const TOLERANCE_MS = 5 * 60 * 1000;

/** Whether the clock can be right: no store was changed in the future. */
export const checkClock = (now: number, storeFiles: readonly string[]): Finding => {
  const what = "Clock";
  const says = new Date(now).toISOString();
  const advice = "set this machine's clock, and keep it so, by NTP";
  const year = new Date(now).getUTCFullYear();
  if (year < YEARS.first || year > YEARS.last) return { what, is: "wrong", says, advice };
  const changedAt = Math.max(
    0,
    ...storeFiles.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
  if (changedAt - now <= TOLERANCE_MS) return { what, is: "right", says };
  const time = new Date(changedAt).toISOString();
  return {
    what,
    is: "odd",
    says: `${says}, which is before the store's last change, ${time}`,
    advice,
  };
};
