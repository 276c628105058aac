import { z } from "zod";
import {
  DashboardAnswer,
  OVERLAP_HOURS,
  SecretPlaces,
  ShownKeys,
} from "../../../protocol/dashboard.ts";
import type { Client } from "../../domain/clients/client.ts";
import {
  afterAdding,
  afterEnding,
  afterNaming,
  generateSecret,
  LONGEST_SECRET_NAME,
  livingSecrets,
  newSecret,
} from "../../domain/clients/client-secret.ts";
import { putSecretFile, type SecretFile } from "../../domain/clients/own-keys.ts";
import { isPlainName, PLAIN_NAME_RULE } from "../../domain/clients/plain-name.ts";
import {
  type CallContext,
  changeWithAudit,
  dashboardCall,
  requireFewChanges,
  transactWithAudit,
} from "../call.ts";
import { showClient } from "../show-client.ts";
import { reread, settingsCall } from "./change.ts";

const HOUR_MS = 60 * 60 * 1000;
const Name = z.string().trim().max(LONGEST_SECRET_NAME).refine(isPlainName, PLAIN_NAME_RULE);
const SecretId = z.string().min(1).max(200);
const Answer = DashboardAnswer.omit({ request_id: true, session_ends_in: true });

/** Gives a client one more secret, shown this once; the others end, unless `overlap_hours` is null. */
export const rotateSecret = dashboardCall({
  path: "/dashboard/api/secret/rotate",
  about: "client",
  request: z.strictObject({
    overlap_hours: z.literal(OVERLAP_HOURS).nullable(),
    name: Name.default(""),
  }),
  response: Answer.extend({ keys: ShownKeys, places: SecretPlaces }),
  run: async ({ overlap_hours: hours, name }, client, context) => {
    await requireFewChanges(context);
    const secret = generateSecret(context.random);
    const added = newSecret(secret, context, name);
    const change = {
      action: hours === null ? "client.add_secret" : "client.rotate_secret",
      subject: client.clientId,
      details: { secret_id: added.secretId, name, ...(hours !== null && { overlap_hours: hours }) },
    } as const;
    // A secret that goes on stays where it is.
    const file = hours === null ? null : prepareFile(client.clientId, secret, context);
    try {
      await transactWithAudit(context, change, async ({ store, sessionDigest: tokenDigest }) => {
        const now = context.clock();
        const othersEnd = hours === null ? null : now + hours * HOUR_MS;
        await store.clients.changeSecrets(client.clientId, (secrets) =>
          afterAdding(secrets, added, { othersEnd, now }),
        );
        // A session that has just been given the secret must not end before it is copied.
        if (!context.isOperator && hours !== null)
          await store.dashboardSessions.rebind({ tokenDigest, keyDigest: added.digest });
      });
    } catch (failure) {
      // The store may have either secret by now, and the file gets the same.
      await putFile(client.clientId, file, context);
      throw failure;
    }
    const { clientId: client_id, publicKey: public_key } = client;
    const fileState = await putFile(client_id, file, context);
    return {
      ...(await showClient(await reread(client, context), context.isOperator, context)),
      keys: { client_id, secret, public_key },
      places: { file: fileState, variable: hours !== null && isFixed(client, context) },
    };
  },
});

/** Whether SERVICE_LINK_SECRET has one of the client's secrets. */
const isFixed = (client: Client, { ownKeys, clock }: CallContext): boolean =>
  livingSecrets(client, clock()).some((one) => ownKeys.isInVariable(client.clientId, one.digest));

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
  context: CallContext,
): Promise<SecretPlaces["file"]> =>
  file === null || file === "stale" ? file : putSecretFile(context, clientId, file);

/** Names a secret. */
export const nameSecret = settingsCall({
  path: "/dashboard/api/secret/name",
  request: z.strictObject({ secret_id: SecretId, name: Name }),
  action: "client.name_secret",
  details: ({ secret_id, name }) => ({ secret_id, name }),
  run: ({ secret_id, name }, { clientId }, { store, clock }) =>
    store.clients.changeSecrets(clientId, (secrets) =>
      afterNaming(secrets, secret_id, { name, now: clock() }),
    ),
});

/** Refuses a secret from now on; the last one that works only with `even_last`. */
export const endSecret = dashboardCall({
  path: "/dashboard/api/secret/end",
  about: "client",
  request: z.strictObject({ secret_id: SecretId, even_last: z.boolean().default(false) }),
  response: Answer.extend({ places: SecretPlaces }),
  run: async ({ secret_id: secretId, even_last: evenLast }, client, context) => {
    const { clientId } = client;
    const change = {
      action: "client.end_secret",
      subject: clientId,
      details: { secret_id: secretId },
    } as const;
    let ended = "";
    await changeWithAudit(context, change, ({ store }) =>
      store.clients.changeSecrets(clientId, (secrets) => {
        ended = secrets.find((secret) => secret.secretId === secretId)?.digest ?? "";
        return afterEnding(secrets, secretId, { evenLast, now: context.clock() });
      }),
    );
    return {
      ...(await showClient(await reread(client, context), context.isOperator, context)),
      places: {
        file: context.ownKeys.isInFile(clientId, ended) ? ("stale" as const) : null,
        variable: context.ownKeys.isInVariable(clientId, ended),
      },
    };
  },
});
