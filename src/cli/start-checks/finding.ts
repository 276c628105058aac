import { systemFailure } from "../../server/host/data-folder/system-failure.ts";

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
    const { reason, advice } = systemFailure(failure) ?? { reason: wordsOf(failure) };
    return { failure: { is: "wrong", says: reason, ...(advice !== undefined && { advice }) } };
  }
};

const wordsOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
