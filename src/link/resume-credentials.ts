/**
 * Returns the id of a link token's session and the secret that resumes it, as one string. Returns
 * the stored string of this browser, or stores and returns the fresh string. Only Link's frames can
 * read the string: a page has only the token, which cannot resume the session. Without storage,
 * Link always starts over.
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
