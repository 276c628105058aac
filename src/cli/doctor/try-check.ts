import { systemFailure } from "../../server/data-folder/system-failure.ts";
import type { Finding } from "./doctor-report.ts";

/** What a check finds, or that it went wrong, how, and what to do about it. */
export const tryCheck = <T>(what: string, check: () => T): { value: T } | Finding => {
  try {
    return { value: check() };
  } catch (failure) {
    return wrong(what, failure);
  }
};

/** The same for a check that takes a while. */
export const tryAsyncCheck = async <T>(
  what: string,
  check: () => Promise<T>,
): Promise<{ value: T } | Finding> => {
  try {
    return { value: await check() };
  } catch (failure) {
    return wrong(what, failure);
  }
};

function wrong(what: string, failure: unknown): Finding {
  const { reason, advice } = systemFailure(failure) ?? { reason: wordsOf(failure) };
  return { what, is: "wrong", says: reason, ...(advice !== undefined && { advice }) };
}

const wordsOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
