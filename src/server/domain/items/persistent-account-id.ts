import { createHmac } from "node:crypto";
import type { Runtime } from "../runtime.ts";

/**
 * Derives from the institution's own key an id of an account that is the same in all Items of a
 * client. Other clients get other ids, and an id does not reveal the key. Undefined without a key.
 */
export const persistentAccountId = (
  { vault }: Pick<Runtime, "vault">,
  { clientId, institutionId }: { clientId: string; institutionId: string },
  key: string,
): string | undefined =>
  key === ""
    ? undefined
    : createHmac("sha256", vault.key("persistent-account-id"))
        .update(JSON.stringify([clientId, institutionId, key]))
        .digest("base64url");
