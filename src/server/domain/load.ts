/**
 * The events in which a process sheds load: it closes idle connections to make room, turns
 * connections away, and refuses requests without a slot or after too long a wait.
 */
export const LOAD_EVENTS = ["idle_closed", "turned_away", "no_place", "overload"] as const;
export type LoadEvent = (typeof LOAD_EVENTS)[number];

/** The current load of a process, and the load refused since its start. */
export type Load = {
  connections: number;
  waiting: number;
  underWay: number;
  totals: Readonly<Record<LoadEvent, number>>;
};
