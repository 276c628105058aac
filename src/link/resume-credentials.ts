/**
 * Who a session is for its link token: its id, and the secret by which it is gone on with. What was kept
 * of the token, or else what was made, which is kept from now on. It lies where Link's own frames can
 * read and no page can: who has the token alone, as each page has that shows Link, never becomes the
 * frame. Where nothing can be kept, Link starts anew each time.
 */
export const resumeCredentials = (linkToken: string, made: string): string => {
  try {
    // Reading `localStorage` is what throws where a browser keeps nothing.
    const kept = localStorage[linkToken];
    if (kept?.length === made.length) return kept;
    localStorage[linkToken] = made;
  } catch {}
  return made;
};
