import { randomBytes } from "node:crypto";
import { prepareSecretFile } from "../../server/data-folder/client-keys.ts";
import { digest, opaqueId } from "../../server/domain/identifiers.ts";
import type { Context } from "../context.ts";
import { operator } from "../operator.ts";
import { requireClient, withClientStore } from "./client-store.ts";
import { envLines } from "./env-lines.ts";

/** Gives a client another secret, and shows it. */
export const rotateSecret = (
  id: string,
  { data, env }: { data: string; env: boolean },
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const client = await requireClient(id, store);
    const secret = opaqueId(randomBytes, 40);
    const saveSecret = prepareSecretFile(settings, id, secret);
    await store.transact(async ({ clients, audit }) => {
      await clients.setSecret(id, digest(secret));
      const record = { action: "client.rotate_secret", subject: id } as const;
      await audit.append({ at: clock(), actor: operator(), ...record });
    });
    saveSecret?.();
    if (env) return out(envLines({ client_id: id, secret, public_key: client.publicKey }));
    const { clientId, secret: secretVariable } = settings.keys;
    const isInVariable =
      secretVariable !== undefined && (clientId === undefined || clientId === id);
    out(
      `secret      ${secret}\n\nThe one before is refused within a second. ${
        saveSecret ? "keys.json has the new one." : "This is shown once: its digest alone is kept."
      }\n${isInVariable ? "Set SERVICE_LINK_SECRET to it before the next start.\n" : ""}`,
    );
  });
