import type { FunnelRow } from "../../domain/dashboard/traffic.ts";

/** How many people chose an institution, and how many of them connected. */
export type Conversion = { chosen: number; connected: number };

/** The conversion of each institution that somebody chose, by its id. */
export const conversionsOf = (rows: readonly FunnelRow[]): ReadonlyMap<string, Conversion> => {
  const conversions = new Map<string, Conversion>();
  for (const { institutionId, reached, count } of rows) {
    if (institutionId === null) continue;
    const { chosen, connected } = conversions.get(institutionId) ?? { chosen: 0, connected: 0 };
    conversions.set(institutionId, {
      chosen: chosen + count,
      connected: connected + (reached === "connected" ? count : 0),
    });
  }
  return conversions;
};
