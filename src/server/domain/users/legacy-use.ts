/** The legacy user API's fields that an integration may still send or receive. */
export const LEGACY_FIELDS = [
  "user_token",
  "consumer_report_user_identity",
  // Missing in a /user/create request, which then gets the legacy schema.
  "with_upgraded_user",
] as const;
export type LegacyField = (typeof LEGACY_FIELDS)[number];

/**
 * The number of a client's uses of a legacy field at a path, and the last use. Times are ms since
 * 1970.
 */
export type LegacyUse = {
  clientId: string;
  path: string;
  field: LegacyField;
  count: number;
  lastAt: number;
  /** The last request's id, for looking it up in the log. */
  requestId: string;
};

/** The port for uses of the legacy user API. */
export type LegacyUseStore = {
  /** Adds counts to the stored counts; leaves out removed clients. */
  add(uses: readonly LegacyUse[]): Promise<void>;
  /** All uses, by client, path and field. */
  all(): Promise<LegacyUse[]>;
};

/** Counts uses of the legacy user API in memory. */
export type LegacyUseCounter = {
  count(use: Omit<LegacyUse, "count" | "lastAt">): void;
  /** Returns and resets the counts. */
  drain(): LegacyUse[];
};

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
