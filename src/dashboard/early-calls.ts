import type { Send } from "./request.ts";

/** A call that the document has made before the first module was there. */
type EarlyCall = { body: string; response: ReturnType<Send> };

declare global {
  /** The calls of the document's own script, by path. */
  var earlyCalls: Record<string, EarlyCall> | undefined;
}

/** The calls that are made while the first page is opened. */
const BESIDE = ["me", "overview", "attention"];

/**
 * Returns `send` with the responses to the document's calls: the first call of a path takes the early response if its
 * body is the same. After a refusal or any other call the others are of no use: another session may begin.
 */
export function withEarlyCalls(send: Send, early = globalThis.earlyCalls ?? {}): Send {
  const calls = new Map(Object.entries(early));
  return async (address, init) => {
    const path = address.replace("/dashboard/api/", "");
    const call = calls.get(path);
    calls.delete(path);
    if (!BESIDE.includes(path)) calls.clear();
    const response = await (call?.body === init.body ? call.response : send(address, init));
    if (!response.ok) calls.clear();
    return response;
  };
}
