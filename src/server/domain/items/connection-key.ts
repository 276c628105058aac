import { Fault } from "../fault.ts";
import type { Services } from "../services.ts";

/** Long enough to review a connection, too short to be replayed from a browser history. */
const LIFETIME_MS = 60 * 60 * 1000;

const PURPOSE = "connection-key";

/**
 * A key that opens the page on which a user sees one connection and can end it, for an hour. It is
 * sealed: only this server can create or read it.
 */
export const connectionKey = ({ vault, clock }: Services, itemId: string): string =>
  vault.seal(PURPOSE, `${clock() + LIFETIME_MS} ${itemId}`);

/** The Item whose connection a key opens; INVALID_LINK_SESSION for an invalid or expired key. */
export const itemOfConnectionKey = ({ vault, clock }: Services, key: string): string => {
  const [expiresAt = "", itemId = ""] = unseal(vault, key).split(" ");
  if (clock() >= Number(expiresAt)) throw new Fault("INVALID_LINK_SESSION");
  return itemId;
};

function unseal(vault: Services["vault"], key: string): string {
  try {
    return vault.open(PURPOSE, key);
  } catch (cause) {
    throw new Fault("INVALID_LINK_SESSION", { cause });
  }
}
