/**
 * Returns the id of a link token's session and the secret that resumes it, as one string: the ones
 * that this browser stored for the token, or else the fresh ones, which it stores. Only Link's
 * frames can read them: a page has the token alone, which cannot resume the session. Without
 * storage, Link starts over each time.
 */
export const resumeCredentials = (linkToken: string, fresh: string): string => {
  try {
    // In browsers without storage, reading `localStorage` throws.
    const entry = localStorage[linkToken];
    if (entry?.length === fresh.length) return entry;
    localStorage[linkToken] = fresh;
  } catch {}
  return fresh;
};
