/** Runs something once the browser has nothing better to do; on a busy machine after two seconds. */
export const whenIdle = (run: () => void): unknown =>
  "requestIdleCallback" in window
    ? requestIdleCallback(run, { timeout: 2000 })
    : setTimeout(run, 200);
