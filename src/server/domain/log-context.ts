import { AsyncLocalStorage } from "node:async_hooks";

/** What every line of the log names while one thing is done: ids, and nothing secret. */
export type LogContext = {
  request_id?: string;
  link_session_id?: string;
  item_id?: string;
  job_id?: string;
  job?: string;
};

const current = new AsyncLocalStorage<LogContext>();

/** Does `work`; what is logged meanwhile names the context. */
export const runInLogContext = <Answer>(context: LogContext, work: () => Answer): Answer =>
  current.run(context, work);

/** Adds to the context of what is being done; nothing outside of one. */
export const addToLogContext = (fields: LogContext): void => {
  const context = current.getStore();
  if (context) Object.assign(context, fields);
};

/** What a line of the log has to name now. */
export const logContext = (): LogContext => ({ ...current.getStore() });
