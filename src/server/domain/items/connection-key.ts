import { Fault } from "../fault.ts";
import type { Services } from "../services.ts";

/** Long enough to look at a connection, and too short to be found in a history later. */
const LIFETIME_MS = 60 * 60 * 1000;

const PURPOSE = "connection-key";

/**
 * What opens the page on which a user sees one connection and can end it, for an hour. It is sealed, so
 * that only this server makes it and nobody reads in it.
 */
export const connectionKey = ({ vault, clock }: Services, itemId: string): string =>
  vault.seal(PURPOSE, `${clock() + LIFETIME_MS} ${itemId}`);

/** The Item whose connection a key opens; INVALID_LINK_SESSION for any that is not, or no longer, good. */
export const itemOfConnectionKey = ({ vault, clock }: Services, key: string): string => {
  const [expiresAt = "", itemId = ""] = opened(vault, key).split(" ");
  if (clock() >= Number(expiresAt)) throw new Fault("INVALID_LINK_SESSION");
  return itemId;
};

function opened(vault: Services["vault"], key: string): string {
  try {
    return vault.open(PURPOSE, key);
  } catch (cause) {
    throw new Fault("INVALID_LINK_SESSION", { cause });
  }
}
