import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";

/** Returns the last use of a client's secrets; null if no secret was ever used. */
export const lastUse = ({ secrets }: DashboardClient): number | null =>
  secrets.reduce<number | null>(
    (last, { used_at: at }) => (at === null ? last : Math.max(at, last ?? 0)),
    null,
  );
