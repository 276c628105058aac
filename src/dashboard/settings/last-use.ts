import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";

/** Returns when a client last used one of its secrets; null if it never did. */
export const lastUse = ({ secrets }: DashboardClient): number | null =>
  secrets.reduce<number | null>(
    (last, { used_at: at }) => (at === null ? last : Math.max(at, last ?? 0)),
    null,
  );
