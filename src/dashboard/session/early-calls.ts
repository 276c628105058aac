import type { Send } from "./request.ts";

/** A call that the document has made while the modules are loaded. */
type EarlyCall = { body: string; response: ReturnType<Send> };

declare global {
  /** The calls that the script in dashboard.html has made, by path. */
  var earlyCalls: Record<string, EarlyCall> | undefined;
}

/** The paths that are called to open the first page. */
const FIRST_CALLS = ["me", "overview", "attention"];

/**
 * Returns `send` with the responses to the document's calls: the first call of a path takes the early response if its
 * body is the same. A refusal, a second `me` or a call of any other path discards them: the session may be another one.
 */
export function withEarlyCalls(send: Send, early = globalThis.earlyCalls ?? {}): Send {
  const calls = new Map(Object.entries(early));
  return async (address, init) => {
    const path = address.replace("/dashboard/api/", "");
    const call = calls.get(path);
    calls.delete(path);
    if (!FIRST_CALLS.includes(path) || (path === "me" && !call)) calls.clear();
    const response = await (call?.body === init.body ? call.response : send(address, init));
    if (!response.ok) calls.clear();
    return response;
  };
}
