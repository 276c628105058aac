import { createHmac } from "node:crypto";
import type { Runtime } from "../runtime.ts";

/**
 * An id of an account that is the same in every Item that a client has of it, by the institution's own key.
 * It says nothing of that key, and another client has another one. Undefined without a key.
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
