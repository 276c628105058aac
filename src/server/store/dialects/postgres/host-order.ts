import { failureCode, isElsewhere } from "./failures.ts";

/** Tries the hosts of an address, beginning with the last host that took writes. */
export const createHostOrder = (count: number) => {
  let first = 0;
  return {
    /**
     * Returns the first successful result. A failure that another host would repeat is thrown at
     * once.
     */
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

/** The failure of a responding standby tells more than that of a silent host. */
const mostTelling = (failures: readonly unknown[]): unknown =>
  failures.find((failure) => failureCode(failure) === "25006") ?? failures[0];
