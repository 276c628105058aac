import { type WayKind, WaySettings } from "./way-settings.ts";

/** A change of the decision on banks that are reached by several ways; what is left out stays. */
export type WaysChange = {
  order?: readonly WayKind[] | undefined;
  asks?: boolean | undefined;
  /** Institutions that are one bank, the preferred way first. */
  join?: readonly string[] | undefined;
  /** An institution that is a bank of its own. */
  part?: string | undefined;
  /** An institution whose name decides again. */
  byName?: string | undefined;
};

/** The settings after a change. An institution that is joined, parted or left to its name leaves what it was in before. */
export const changedWays = (settings: WaySettings, change: WaysChange): WaySettings => {
  const { join = [], part, byName } = change;
  const leaving = new Set([...join, part, byName]);
  const joined = settings.joined
    .map((ids) => ids.filter((id) => !leaving.has(id)))
    .filter((ids) => ids.length > 1);
  return WaySettings.parse({
    order: change.order ? [...change.order] : settings.order,
    asks: change.asks ?? settings.asks,
    joined: join.length > 0 ? [...joined, [...join]] : joined,
    apart: [
      ...settings.apart.filter((id) => !leaving.has(id)),
      ...(part === undefined ? [] : [part]),
    ],
  } satisfies WaySettings);
};
