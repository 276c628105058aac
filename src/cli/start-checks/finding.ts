import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import type { Settings } from "../../server/host/settings/settings.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";

/**
 * The result of a check. A `wrong` finding refuses the start, and an `odd` finding is a warning.
 */
export type Finding = {
  is: "right" | "odd" | "wrong";
  says: string;
  advice?: string;
};

/** Returns the value of a check, or its failure with a remedy. */
export const tryCheck = async <T>(
  check: () => T | Promise<T>,
): Promise<{ value: T } | { failure: Finding }> => {
  try {
    return { value: await check() };
  } catch (failure) {
    const { reason, advice } = systemFailure(failure) ?? { reason: describeFailure(failure) };
    return { failure: { is: "wrong", says: reason, ...(advice !== undefined && { advice }) } };
  }
};

const describeFailure = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);

/** The facts on which a check may depend. */
export type Start = {
  settings: Settings;
  /** The store's address. */
  address: string;
  now: number;
  /**
   * Whether a server is about to start. Otherwise a server may be running, and the whole store is
   * read.
   */
  isStarting: boolean;
  /** Inspects the store at most once; null without a store. */
  inspection(): Promise<Inspection | null>;
};
