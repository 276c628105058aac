/** Runs something once the browser has nothing better to do. */
export const whenIdle = (run: () => void): unknown =>
  "requestIdleCallback" in window ? requestIdleCallback(run) : setTimeout(run, 200);
