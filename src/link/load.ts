/** Resolves with a part of Link, once it is here. */
export type Load = <Part>(part: () => Promise<Part>) => Promise<Part>;

/** Loads a part of Link, and tries again after a pause for as long as that fails. */
export const createLoad =
  (pause: (ms: number) => Promise<unknown>): Load =>
  async (part) => {
    for (;;)
      try {
        return await part();
      } catch {
        await pause(1000);
      }
  };
