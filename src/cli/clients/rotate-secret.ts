import { randomBytes } from "node:crypto";
import { prepareSavedSecret } from "../../server/data-folder/key-files.ts";
import { digest, opaqueId } from "../../server/domain/identifiers.ts";
import type { Context } from "../context.ts";
import { requireClient, withClientStore } from "./client-store.ts";
import { envLines } from "./env-lines.ts";

/** Gives a client another secret, and shows it. */
export const rotateSecret = (
  id: string,
  { data, env }: { data: string; env: boolean },
  { variables, out }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const client = await requireClient(id, store);
    const secret = opaqueId(randomBytes, 40);
    const saveSecret = prepareSavedSecret(settings, id, secret);
    await store.clients.setSecret(id, digest(secret));
    saveSecret?.();
    if (env) return out(envLines({ client_id: id, secret, public_key: client.publicKey }));
    const { clientId, secret: fixed } = settings.keys;
    const isFixed = fixed !== undefined && (clientId === undefined || clientId === id);
    out(
      `secret      ${secret}\n\nThe one before is refused within a second. ${
        saveSecret ? "keys.json has the new one." : "This is shown once: its digest alone is kept."
      }\n${isFixed ? "Set SERVICE_LINK_SECRET to it before the next start.\n" : ""}`,
    );
  });
