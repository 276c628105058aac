import { z } from "zod";
import {
  DashboardAnswer,
  OVERLAP_HOURS,
  SecretPlaces,
  ShownKeys,
} from "../../../protocol/dashboard/dashboard.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import { HOUR_MS } from "../../domain/calendar.ts";
import type { Client } from "../../domain/clients/client.ts";
import {
  afterAdding,
  afterChanging,
  afterEnding,
  afterRotating,
  type ClientSecret,
  generateSecret,
  newSecret,
} from "../../domain/clients/client-secret.ts";
import { putSecretFile, type SecretFile } from "../../domain/clients/first-client-keys.ts";
import { isRestricted } from "../../domain/clients/secret-restrictions.ts";
import {
  type CallContext,
  changeWithAudit,
  dashboardCall,
  requireFewChanges,
  transactWithAudit,
} from "../call.ts";
import { showClient } from "../show-client.ts";
import { reread } from "./change.ts";
import { requireFresh } from "./require-fresh.ts";
import { SecretFields, toChoices, toFields } from "./secret-fields.ts";

const SecretId = z.string().min(1).max(200);
const Answer = DashboardAnswer.omit({ request_id: true, session_ends_in: true });

/** Adds a secret to a client and shows it once. The other secrets stay valid. */
export const addSecret = dashboardCall({
  path: "/dashboard/api/secret/add",
  role: "admin",
  about: "client",
  request: SecretFields,
  response: Answer.extend({ keys: ShownKeys }),
  run: async (fields, client, context) => {
    const secret = generateSecret(context.random);
    const added = newSecret(secret, context, toChoices(fields, context.clock()));
    const change = {
      action: "client.add_secret",
      subject: client.clientId,
      details: { secret_id: added.secretId, ...toFields(added) },
    } as const;
    await changeWithAudit(context, change, ({ store }) =>
      store.clients.changeSecrets(client.clientId, (secrets) =>
        afterAdding(secrets, added, { othersEnd: null, now: context.clock() }),
      ),
    );
    return answerWithKeys(client, secret, context);
  },
});

/**
 * Replaces a secret by one with the same name and restrictions, and shows it once. The old secret
 * ends later.
 */
export const rotateSecret = dashboardCall({
  path: "/dashboard/api/secret/rotate",
  role: "admin",
  about: "client",
  request: z.strictObject({ secret_id: SecretId, overlap_hours: z.literal(OVERLAP_HOURS) }),
  response: Answer.extend({ keys: ShownKeys, places: SecretPlaces }),
  run: async ({ secret_id: secretId, overlap_hours: hours }, client, context) => {
    await requireFewChanges(context);
    const { clientId } = client;
    const secret = generateSecret(context.random);
    const replaced = client.secrets.find((secret) => secret.secretId === secretId);
    const added = newSecret(secret, context);
    const change = {
      action: "client.rotate_secret",
      subject: clientId,
      details: { secret_id: added.secretId, replaces: secretId, overlap_hours: hours },
    } as const;
    const file = mustFileChange(clientId, replaced, context)
      ? prepareFile(clientId, secret, context)
      : null;
    try {
      await transactWithAudit(context, change, async ({ store }) => {
        const now = context.clock();
        await store.clients.changeSecrets(clientId, (secrets) =>
          afterRotating(secrets, added, { secretId, endsAt: now + hours * HOUR_MS, now }),
        );
        await rebindSession(replaced, added, { ...context, store });
      });
    } catch (failure) {
      // The store has the old or the new secret; the file gets the same one.
      await putFile(clientId, file, context);
      throw failure;
    }
    const fileState = await putFile(clientId, file, context);
    return {
      ...(await answerWithKeys(client, secret, context)),
      places: {
        file: fileState,
        variable: context.firstClientKeys.isInVariable(clientId, replaced?.digest ?? ""),
      },
    };
  },
});

/** Changes a secret's name, restrictions or end. */
export const changeSecret = dashboardCall({
  path: "/dashboard/api/secret/change",
  role: "admin",
  about: "client",
  request: z.strictObject({
    secret_id: SecretId,
    ...SecretFields.partial().shape,
    /** The values that the editor saw. */
    expected: SecretFields.partial().optional(),
  }),
  response: Answer,
  run: async ({ secret_id: secretId, expected, ...fields }, client, context) => {
    const { clientId } = client;
    const now = context.clock();
    let before: ClientSecret | undefined;
    const details = () => ({
      secret_id: secretId,
      ...(before && changedFields(toFields(before), toFields(toChoices(fields, now, before)))),
    });
    const change = { action: "client.change_secret", subject: clientId, details } as const;
    await changeWithAudit(context, change, ({ store }) =>
      store.clients.changeSecrets(clientId, (secrets) => {
        before = secrets.find((secret) => secret.secretId === secretId);
        if (before) requireFresh(expected, toFields(before));
        return afterChanging(secrets, secretId, { ...toChoices(fields, now, before), now });
      }),
    );
    return showClient(await reread(client, context), context);
  },
});

/** Ends a secret at once. `even_last` is needed for the client's last reliable secret. */
export const endSecret = dashboardCall({
  path: "/dashboard/api/secret/end",
  role: "admin",
  about: "client",
  request: z.strictObject({ secret_id: SecretId, even_last: z.boolean().default(false) }),
  response: Answer.extend({ places: SecretPlaces }),
  run: async ({ secret_id: secretId, even_last: evenLast }, client, context) => {
    const { clientId } = client;
    let ended: ClientSecret | undefined;
    const details = () => ({
      secret_id: secretId,
      ...(ended && { name: ended.name, used_at: ended.usedAt }),
    });
    const change = { action: "client.end_secret", subject: clientId, details } as const;
    await changeWithAudit(context, change, ({ store }) =>
      store.clients.changeSecrets(clientId, (secrets) => {
        ended = secrets.find((secret) => secret.secretId === secretId);
        return afterEnding(secrets, secretId, { evenLast, now: context.clock() });
      }),
    );
    const { firstClientKeys } = context;
    const endedDigest = ended?.digest ?? "";
    return {
      ...(await showClient(await reread(client, context), context)),
      places: {
        file: firstClientKeys.isInFile(clientId, endedDigest) ? ("stale" as const) : null,
        variable: firstClientKeys.isInVariable(clientId, endedDigest),
      },
    };
  },
});

const answerWithKeys = async (client: Client, secret: string, context: CallContext) => ({
  ...(await showClient(await reread(client, context), context)),
  keys: { client_id: client.clientId, secret, public_key: client.publicKey },
});

/** A session opened by a secret must not end before its user has copied the replacement. */
async function rebindSession(
  replaced: ClientSecret | undefined,
  { digest: keyDigest, restrictions }: ClientSecret,
  { store, sessionDigest: tokenDigest }: CallContext,
): Promise<void> {
  const session = await store.dashboardSessions.byTokenDigest(tokenDigest);
  if (session && session.keyDigest === replaced?.digest && !isRestricted(restrictions))
    await store.dashboardSessions.rebind({ tokenDigest, keyDigest });
}

/** Whether `keys.json` has the replaced secret, and so gets the new one. */
const mustFileChange = (
  clientId: string,
  replaced: ClientSecret | undefined,
  { firstClientKeys }: CallContext,
): boolean => replaced !== undefined && firstClientKeys.isInFile(clientId, replaced.digest);

/** Prepares the keys file with a secret. An unwritable disk does not prevent the rotation. */
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
