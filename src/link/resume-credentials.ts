/**
 * The id of a link token's session and the secret that resumes it, as one string: those that this
 * browser has stored for the token, or else the fresh ones, which are stored from now on. Link's own
 * frames can read them and no page can: who has the token alone, as each page has that shows Link,
 * cannot resume its session. Where nothing can be stored, Link starts anew each time.
 */
export const resumeCredentials = (linkToken: string, fresh: string): string => {
  try {
    // Reading `localStorage` is what throws where a browser has no storage.
    const entry = localStorage[linkToken];
    if (entry?.length === fresh.length) return entry;
    localStorage[linkToken] = fresh;
  } catch {}
  return fresh;
};
