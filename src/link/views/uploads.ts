/** The senders that stand in for `fetch` in one request, by its path: they report how much of its body is sent. */
export const uploads: Record<string, typeof fetch> = {};
