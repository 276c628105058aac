/** Resolves with a part of Link, once it is loaded. */
export type Load = <Part>(part: () => Promise<Part>) => Promise<Part>;

/** Loads a part of Link, and retries after a pause until it succeeds. */
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
