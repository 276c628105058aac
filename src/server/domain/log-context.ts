import { AsyncLocalStorage } from "node:async_hooks";

/** The ids in every log line of a task; nothing secret. */
export type LogContext = {
  request_id?: string;
  link_session_id?: string;
  item_id?: string;
  job_id?: string;
  job?: string;
};

const current = new AsyncLocalStorage<LogContext>();

/** Runs `work`. Its log lines have the context. */
export const runInLogContext = <Answer>(context: LogContext, work: () => Answer): Answer =>
  current.run(context, work);

/** Adds to the current context; no effect outside of a context. */
export const addToLogContext = (fields: LogContext): void => {
  const context = current.getStore();
  if (context) Object.assign(context, fields);
};

/** Returns the ids of the current context. */
export const logContext = (): LogContext => ({ ...current.getStore() });
