/** More secrets than anybody has sessions to go on with. */
const MOST_KEPT = 20;

/** Forgets the secrets that were kept for link tokens, once most of them must be of dead ones. */
export const pruneResumeCredentials = (storage: () => Storage): void => {
  try {
    const kept = storage();
    const tokens = Object.keys(kept).filter((key) => key.startsWith("link-"));
    if (tokens.length > MOST_KEPT) for (const token of tokens) kept.removeItem(token);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
};
