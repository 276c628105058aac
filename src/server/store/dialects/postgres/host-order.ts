import { failureCode, isElsewhere } from "./failures.ts";

/** Tries the hosts of an address, from the last one that took writes on. */
export const createHostOrder = (count: number) => {
  let first = 0;
  return {
    /** Returns the result of the first host that has one; throws if the failure is not about which host it is. */
    tryEach: async <Result>(attempt: (index: number) => Promise<Result>): Promise<Result> => {
      const failures: unknown[] = [];
      const start = first;
      for (let tries = 0; tries < count; tries++) {
        const index = (start + tries) % count;
        try {
          const result = await attempt(index);
          first = index;
          return result;
        } catch (failure) {
          if (!isElsewhere(failure)) throw failure;
          failures.push(failure);
        }
      }
      throw mostTelling(failures);
    },
  };
};

/** A standby that responds says more than a host that does not. */
const mostTelling = (failures: readonly unknown[]): unknown =>
  failures.find((failure) => failureCode(failure) === "25006") ?? failures[0];
