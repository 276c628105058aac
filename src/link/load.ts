/** Resolves with a part of Link, once it is loaded. */
export type Load = <Part>(part: () => Promise<Part>) => Promise<Part>;

/** Resolves after the time, or once the network is back. */
export const pause = (ms: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener("online", resolve, { once: true });
  });

/** Loads a part of Link, and retries after a pause until it succeeds. */
export const load: Load = async (part) => {
  for (;;)
    try {
      return await part();
    } catch {
      await pause(1000);
    }
};
