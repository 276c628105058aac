/** Sends in place of `fetch`, by path: those that report how much is sent, while their request is under way. */
export const uploads: Record<string, typeof fetch> = {};
