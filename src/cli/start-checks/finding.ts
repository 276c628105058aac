import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import type { Settings } from "../../server/host/settings/settings.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";

/** The result of a check: a start that finds something `wrong` is refused, and one that finds it `odd` warns of it. */
export type Finding = {
  is: "right" | "odd" | "wrong";
  says: string;
  advice?: string;
};

/** The value of a check, or the failure that it ended with and its cure. */
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
  /** Whether a server is about to start; otherwise one may run, and its store is read as a whole. */
  isStarting: boolean;
  /** Inspects the store once; null if there is none. */
  inspection(): Promise<Inspection | null>;
};
