/**
 * Load that a process does not take: idle connections that it closes to make room, connections that it turns away, and
 * requests that it refuses on connections without a place or because they waited too long.
 */
export const LOAD_EVENTS = ["idle_closed", "turned_away", "no_place", "overload"] as const;
export type LoadEvent = (typeof LOAD_EVENTS)[number];

/** The load of a process: at this moment, and what it has not taken since its start. */
export type Load = {
  connections: number;
  waiting: number;
  underWay: number;
  totals: Readonly<Record<LoadEvent, number>>;
};
