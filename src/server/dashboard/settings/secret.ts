import { z } from "zod";
import {
  DashboardAnswer,
  OVERLAP_HOURS,
  SecretPlaces,
  ShownKeys,
} from "../../../protocol/dashboard.ts";
import { generateSecret } from "../../domain/clients/new-client.ts";
import { putSecretFile, type SecretFile } from "../../domain/clients/own-keys.ts";
import { digest } from "../../domain/identifiers.ts";
import { type CallContext, dashboardCall, requireFewChanges, transactWithAudit } from "../call.ts";
import { showClient } from "../show-client.ts";
import { NoFields, reread, settingsCall } from "./change.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Gives a client another secret, shown this once; the old one may work beside it for a while. */
export const rotateSecret = dashboardCall({
  path: "/dashboard/api/secret/rotate",
  about: "client",
  request: z.strictObject({ overlap_hours: z.literal(OVERLAP_HOURS) }),
  response: DashboardAnswer.omit({ request_id: true, session_ends_in: true }).extend({
    keys: ShownKeys,
    places: SecretPlaces,
  }),
  run: async ({ overlap_hours: hours }, client, context) => {
    await requireFewChanges(context);
    const secret = generateSecret(context.random);
    const oldUntil = hours === 0 ? null : context.clock() + hours * HOUR_MS;
    const change = {
      action: "client.rotate_secret",
      subject: client.clientId,
      details: { overlap_hours: hours },
    } as const;
    const file = prepareFile(client.clientId, secret, context);
    try {
      await transactWithAudit(context, change, async ({ store, sessionDigest: tokenDigest }) => {
        const keyDigest = digest(secret);
        await store.clients.setSecret(client.clientId, keyDigest, oldUntil);
        // Whoever has just been given the secret must not be signed out before they have copied it.
        if (!context.isOperator) await store.dashboardSessions.rebind({ tokenDigest, keyDigest });
      });
    } catch (failure) {
      // Whichever secret the store has by now, the file has the same.
      await putFile(client.clientId, file, context);
      throw failure;
    }
    const { clientId: client_id, publicKey: public_key } = client;
    const fileState = await putFile(client_id, file, context);
    return {
      ...(await showClient(await reread(client, context), context.isOperator, context)),
      keys: { client_id, secret, public_key },
      places: {
        file: fileState,
        variable: context.ownKeys.isInVariable(client_id),
      },
    };
  },
});

/** The secret for `keys.json`; a disk that cannot be written to prevents no rotation. */
function prepareFile(
  clientId: string,
  secret: string,
  { ownKeys }: CallContext,
): SecretFile | "stale" | null {
  try {
    return ownKeys.prepareFile(clientId, secret);
  } catch {
    return "stale";
  }
}

/** What became of `keys.json`. */
const putFile = async (
  clientId: string,
  file: SecretFile | "stale" | null,
  { store }: CallContext,
): Promise<SecretPlaces["file"]> =>
  file === null || file === "stale" ? file : putSecretFile(store, clientId, file);

/** Refuses the secret before the last rotation from now on. */
export const endOldSecret = settingsCall({
  path: "/dashboard/api/secret/end-old",
  request: NoFields,
  action: "client.end_old_secret",
  details: () => ({}),
  run: (_, { clientId }, { store }) => store.clients.endPreviousSecret(clientId),
});
