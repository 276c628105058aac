import { AsyncLocalStorage } from "node:async_hooks";

/** The maximum wait of a job for one response of the store, in ms; longer than a request's. */
export const JOB_STORE_WAIT_MS = 35_000;

/** The maximum wait of a request for one response of the store, in ms. */
const REQUEST_STORE_WAIT_MS = 5000;

const current = new AsyncLocalStorage<number>();

/** Runs `work` with a maximum wait in ms for each response of the store; `Infinity` is no limit. */
export const limitStoreWaits = <Answer>(ms: number, work: () => Answer): Answer =>
  current.run(ms, work);

/** Returns the current maximum wait for a response of the store, in ms. */
export const storeWaitLimit = (): number => current.getStore() ?? REQUEST_STORE_WAIT_MS;
