import type { Services } from "../../server/domain/services.ts";

/**
 * Holds transactions back until `count` of them wait, as those of requests at once may; then all go on, and those
 * after them as ever.
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
