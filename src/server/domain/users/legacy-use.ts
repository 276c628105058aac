/** The fields of the legacy user API that an integration may still send or get. */
export const LEGACY_FIELDS = [
  "user_token",
  "consumer_report_user_identity",
  // Absent from /user/create, which then responds in the legacy schema.
  "with_upgraded_user",
] as const;
export type LegacyField = (typeof LEGACY_FIELDS)[number];

/** The number of uses of a legacy field by a client at a path, and the last one. Times are ms since 1970. */
export type LegacyUse = {
  clientId: string;
  path: string;
  field: LegacyField;
  count: number;
  lastAt: number;
  /** The last request, to be looked up in the log. */
  requestId: string;
};

/** The port for uses of the legacy user API. */
export type LegacyUseStore = {
  /** Adds counts to the stored ones; leaves out clients that were removed. */
  add(uses: readonly LegacyUse[]): Promise<void>;
  /** All of them, by client, path and field. */
  all(): Promise<LegacyUse[]>;
};

/** Counts uses of the legacy user API in memory. */
export type LegacyUseCounter = {
  count(use: Omit<LegacyUse, "count" | "lastAt">): void;
  /** Returns and resets the counts. */
  drain(): LegacyUse[];
};

/** A counter that starts at nothing. */
export const createLegacyUseCounter = (clock: () => number): LegacyUseCounter => {
  let uses = new Map<string, LegacyUse>();
  return {
    count: (use) => {
      // No part contains a space.
      const key = `${use.clientId} ${use.path} ${use.field}`;
      const count = (uses.get(key)?.count ?? 0) + 1;
      uses.set(key, { ...use, count, lastAt: clock() });
    },
    drain: () => {
      const counts = [...uses.values()];
      uses = new Map();
      return counts;
    },
  };
};
