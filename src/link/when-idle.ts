/** Runs a function when the browser is idle, or after two seconds. */
export const whenIdle = (run: () => void): unknown =>
  "requestIdleCallback" in window
    ? requestIdleCallback(run, { timeout: 2000 })
    : setTimeout(run, 200);
