/**
 * The secret by which a link token's session is gone on with: the one that was kept, or else the one
 * that was made, which is kept from now on. It lies where Link's own frames can read and no page can:
 * who has the token alone, as each page has that shows Link, never becomes the frame. Where nothing can
 * be kept, Link starts anew each time.
 */
export const resumeSecret = (linkToken: string, made: string): string => {
  try {
    // Reading `localStorage` is what throws where a browser keeps nothing.
    localStorage[linkToken] ??= made;
    return localStorage[linkToken];
  } catch {
    return made;
  }
};
