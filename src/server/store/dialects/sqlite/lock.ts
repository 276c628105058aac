/** What one has at a time; others get it in the order in which they asked. */
export const createLock = () => {
  let isTaken = false;
  const queue: (() => void)[] = [];
  return {
    isFree: (): boolean => !isTaken,
    /** How many wait for it. */
    waiting: (): number => queue.length,
    take: async (): Promise<void> => {
      if (isTaken) await new Promise<void>((resolve) => queue.push(resolve));
      isTaken = true;
    },
    release: (): void => {
      const next = queue.shift();
      // It goes from hand to hand: nobody who asks just now comes before those who wait.
      if (next) next();
      else isTaken = false;
    },
  };
};
