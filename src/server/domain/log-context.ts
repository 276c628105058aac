import { AsyncLocalStorage } from "node:async_hooks";

/** The ids that every line of the log has during one task; nothing secret. */
export type LogContext = {
  request_id?: string;
  link_session_id?: string;
  item_id?: string;
  job_id?: string;
  job?: string;
};

const current = new AsyncLocalStorage<LogContext>();

/** Runs `work`; the lines that it logs have the context. */
export const runInLogContext = <Answer>(context: LogContext, work: () => Answer): Answer =>
  current.run(context, work);

/** Adds to the current context; does nothing outside of one. */
export const addToLogContext = (fields: LogContext): void => {
  const context = current.getStore();
  if (context) Object.assign(context, fields);
};

/** Returns the ids of the current context. */
export const logContext = (): LogContext => ({ ...current.getStore() });
