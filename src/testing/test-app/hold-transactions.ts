import type { Services } from "../../server/domain/services.ts";

/**
 * Holds transactions until `count` of them wait, like transactions of concurrent requests. Then all
 * continue, and later transactions are not held.
 */
export const holdTransactions = ({ store }: Pick<Services, "store">, count: number): void => {
  const { transact } = store;
  const goers: (() => void)[] = [];
  store.transact = async (work) => {
    if (goers.length + 1 < count) await new Promise<void>((resolve) => goers.push(resolve));
    else {
      store.transact = transact;
      for (const go of goers) go();
    }
    return transact(work);
  };
};
