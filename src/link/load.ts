/** Resolves with a loaded part of Link. */
export type Load = <Part>(part: () => Promise<Part>) => Promise<Part>;

/** Resolves after the time, or once the network is back. */
export const pause = (ms: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener("online", resolve, { once: true });
  });

/** Loads a part of Link. After a failure, retries with pauses until the part is loaded. */
export const load: Load = async (part) => {
  for (;;)
    try {
      return await part();
    } catch {
      await pause(1000);
    }
};
