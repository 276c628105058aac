import { randomBytes } from "node:crypto";
import { HOUR_MS } from "../../server/domain/calendar.ts";
import type { Client } from "../../server/domain/clients/client.ts";
import {
  afterAdding,
  generateSecret,
  livingSecrets,
  newSecret,
} from "../../server/domain/clients/client-secret.ts";
import { putSecretFile } from "../../server/domain/clients/first-client-keys.ts";
import { firstClientKeysOf, prepareSecretFile } from "../../server/host/data-folder/client-keys.ts";
import { type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { operator } from "../operator.ts";
import { envLines } from "./client-options.ts";
import { secretName, timeText, withoutFault } from "./client-secrets.ts";
import { requireClient, withClientStore } from "./client-store.ts";

const MAX_OVERLAP_HOURS = 720;

type Options = {
  data: string;
  env: boolean;
  name: string | undefined;
  overlap: string | undefined;
  keepOthers: boolean;
};

/**
 * Adds a secret to a client and shows it. The other secrets end, unless the operator keeps them.
 */
export const rotateSecret = (
  id: string,
  options: Options,
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(options.data, variables, async (store, settings) => {
    const client = await requireClient(id, store);
    const now = clock();
    const othersEnd = parseEnd(options, now);
    const secret = generateSecret(randomBytes);
    const added = newSecret(
      secret,
      { random: randomBytes, clock },
      { name: secretName(options.name ?? "") },
    );
    // The other secrets keep working, so the file keeps its secret.
    const file = othersEnd === null ? null : prepareSecretFile(settings, id, secret);
    try {
      const change = store.transact(async ({ clients, audit }) => {
        await clients.changeSecrets(id, (secrets) =>
          afterAdding(secrets, added, { othersEnd, now }),
        );
        await audit.append({
          at: now,
          actor: operator(),
          action: othersEnd === null ? "client.add_secret" : "client.rotate_secret",
          subject: id,
          details: { secret_id: added.secretId, name: added.name, others_end: othersEnd },
        });
      });
      await withoutFault(change);
    } catch (failure) {
      // The store has either the old or the new secret, and the file gets the store's secret.
      if (file) await putSecretFile({ store, clock }, id, file);
      throw failure;
    }
    const fileState = file && (await putSecretFile({ store, clock }, id, file));
    if (options.env) {
      out(envLines({ client_id: id, secret, public_key: client.publicKey }));
      if (fileState === "stale") out(`# ${FILE_WORDS.stale}\n`);
      return;
    }
    const updated = await requireClient(id, store);
    out(
      `secret      ${secret}\n\n${FILE_WORDS[fileState ?? "elsewhere"]}\n` +
        othersWords(updated, added.secretId, clock()) +
        (othersEnd === null ? "" : variableWords(client, settings, now)),
    );
  });

const FILE_WORDS = {
  renewed: "keys.json has the new one.",
  stale: "keys.json still has the old one, since it cannot be written: put this one there.",
  elsewhere: "This is shown once: its digest alone is kept.",
};

/** Returns the end of the other secrets; null without an end. */
function parseEnd({ overlap, keepOthers }: Options, now: number): number | null {
  if (overlap === undefined) return keepOthers ? null : now;
  if (keepOthers) throw new SettingsError("--overlap ends the others, and --keep-others does not");
  if (/^[1-9]\d{0,2}$/.test(overlap) && Number(overlap) <= MAX_OVERLAP_HOURS)
    return now + Number(overlap) * HOUR_MS;
  throw new SettingsError(
    `--overlap must be a number of hours from 1 to ${MAX_OVERLAP_HOURS}, not ${overlap}`,
  );
}

/** Describes the remaining time of the other secrets. */
function othersWords(client: Client, addedId: string, now: number): string {
  const others = livingSecrets(client, now).filter(({ secretId }) => secretId !== addedId);
  if (others.length === 0) return "The ones before are refused within a second.\n";
  return others
    .map(({ lastFour, secretId, endsAt }) => {
      const which = lastFour === "" ? secretId : `…${lastFour}`;
      return endsAt === null
        ? `The secret ${which} works on.\n`
        : `The secret ${which} works until ${timeText(endsAt)}.\n`;
    })
    .join("");
}

/**
 * Returns the advice about SERVICE_LINK_SECRET; empty if the variable is not a secret of the
 * client.
 */
const variableWords = (client: Client, settings: Settings, now: number): string =>
  livingSecrets(client, now).some(({ digest }) =>
    firstClientKeysOf(settings).isInVariable(client.clientId, digest),
  )
    ? "SERVICE_LINK_SECRET has the old one: set it to this one before that ends, since no start succeeds after.\n"
    : "";
