import { LINK_TOKEN_PREFIX } from "../protocol/link-token-prefix.ts";

/** More sessions than a user resumes. */
const MAX_STORED = 20;

/** Deletes the stored resume credentials once there are so many that most must be expired. */
export const pruneResumeCredentials = (storage: () => Storage): void => {
  try {
    const items = storage();
    const tokens = Object.keys(items).filter((key) => key.startsWith(LINK_TOKEN_PREFIX));
    if (tokens.length > MAX_STORED) for (const token of tokens) items.removeItem(token);
  } catch {
    // A browser without storage has nothing to delete.
  }
};
