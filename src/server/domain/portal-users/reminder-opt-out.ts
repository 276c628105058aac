import { Fault } from "../fault.ts";
import type { Runtime } from "../runtime.ts";

/** The page on which one press opts an address out of reminders. */
export const OPT_OUT_PATH = "/reminders/stop";

const PURPOSE = "reminder-opt-out";

/**
 * Returns the address that opts a mail address out of reminders. Mail programs send it a POST (RFC
 * 8058).
 */
export const optOutUrl = (
  { vault, publicUrl }: Pick<Runtime, "vault"> & { publicUrl: () => string },
  emailDigest: string,
): string => `${publicUrl()}${OPT_OUT_PATH}?token=${vault.seal(PURPOSE, emailDigest)}`;

/**
 * Returns the digest of the mail address in an opt-out address; throws INVALID_FIELD for any other
 * address.
 */
export const openOptOut = ({ vault }: Pick<Runtime, "vault">, token: string): string => {
  try {
    return vault.open(PURPOSE, token);
  } catch (cause) {
    throw new Fault("INVALID_FIELD", { message: "token must be the one of a mail", cause });
  }
};
