/** The senders that stand in for `fetch` in one request, by its path: they report how much of its body is sent. */
export const uploads: Record<string, typeof fetch> = {};

/** The headers of the last call to the bridge, for calls of a view that no state waits for. */
export const lastCall: { headers?: HeadersInit } = {};
