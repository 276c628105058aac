import { statSync } from "node:fs";
import { pickDialect } from "../../server/store/dialects/index.ts";
import type { Finding, Start } from "./finding.ts";

/** With a wrong year, all tokens would be expired, or would never expire. */
const YEARS = { first: 2025, last: 2100 };

/** The usual difference between the clocks of disks and machines, in ms. */
const TOLERANCE_MS = 5 * 60 * 1000;

/** Whether the clock can be right: no store was changed in the future. */
export const checkClock = ({ now, address }: Pick<Start, "now" | "address">): Finding => {
  const time = new Date(now).toISOString();
  const advice = "set this machine's clock, and keep it so, by NTP";
  const year = new Date(now).getUTCFullYear();
  if (year < YEARS.first || year > YEARS.last)
    return { is: "wrong", says: `the clock says ${time}`, advice };
  const changedAt = Math.max(
    0,
    ...pickDialect(address)
      .files(address)
      .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
  if (changedAt - now <= TOLERANCE_MS) return { is: "right", says: time };
  const last = new Date(changedAt).toISOString();
  return { is: "odd", says: `${time}, which is before the store's last change, ${last}`, advice };
};
