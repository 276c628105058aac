import { AsyncLocalStorage } from "node:async_hooks";

/** How long a job waits for one response of the store, in ms; a request waits shorter. */
export const JOB_STORE_WAIT_MS = 35_000;

/** How long a request waits for one response of the store, in ms. */
const REQUEST_STORE_WAIT_MS = 5000;

const current = new AsyncLocalStorage<number>();

/** Runs `work`, and ends each wait for the store in it after `ms`; `Infinity` is no limit. */
export const limitStoreWaits = <Answer>(ms: number, work: () => Answer): Answer =>
  current.run(ms, work);

/** Returns how long the store may take for one response, in ms. */
export const storeWaitLimit = (): number => current.getStore() ?? REQUEST_STORE_WAIT_MS;
