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
  livingSecrets,
  MAX_SECRET_NAME_LENGTH,
  newSecret,
} from "../../domain/clients/client-secret.ts";
import { putSecretFile, type SecretFile } from "../../domain/clients/first-client-keys.ts";
import { isPlainName, PLAIN_NAME_RULE } from "../../domain/clients/new-client.ts";
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
const Name = z.string().trim().max(MAX_SECRET_NAME_LENGTH).refine(isPlainName, PLAIN_NAME_RULE);
const SecretId = z.string().min(1).max(200);
const Answer = DashboardAnswer.omit({ request_id: true, session_ends_in: true });

/** Adds a secret to a client and shows it this once; the others end, unless `overlap_hours` is null. */
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
    // The other secrets keep working, so the file keeps its own.
    const file = hours === null ? null : prepareFile(client.clientId, secret, context);
    try {
      await transactWithAudit(context, change, async ({ store, sessionDigest: tokenDigest }) => {
        const now = context.clock();
        const othersEnd = hours === null ? null : now + hours * HOUR_MS;
        await store.clients.changeSecrets(client.clientId, (secrets) =>
          afterAdding(secrets, added, { othersEnd, now }),
        );
        // The session that receives the secret must not end before the user has copied it.
        if (!context.isOperator && hours !== null)
          await store.dashboardSessions.rebind({ tokenDigest, keyDigest: added.digest });
      });
    } catch (failure) {
      // The store may have either secret by now; the file gets the same one.
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

/** Returns whether SERVICE_LINK_SECRET has one of the client's secrets. */
const isFixed = (client: Client, { firstClientKeys, clock }: CallContext): boolean =>
  livingSecrets(client, clock()).some(({ digest }) =>
    firstClientKeys.isInVariable(client.clientId, digest),
  );

/** Prepares the file of keys with a secret; a disk that cannot be written does not prevent the rotation. */
function prepareFile(
  clientId: string,
  secret: string,
  { firstClientKeys }: CallContext,
): SecretFile | "stale" | null {
  try {
    return firstClientKeys.prepareFile(clientId, secret);
  } catch {
    return "stale";
  }
}

/** Writes the file of keys, and returns its state. */
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

/** Ends a secret at once; the last one that works only with `even_last`. */
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
        file: context.firstClientKeys.isInFile(clientId, ended) ? ("stale" as const) : null,
        variable: context.firstClientKeys.isInVariable(clientId, ended),
      },
    };
  },
});
