import { randomBytes } from "node:crypto";
import { prepareSecretFile } from "../../server/data-folder/client-keys.ts";
import { generateSecret } from "../../server/domain/clients/new-client.ts";
import { putSecretFile } from "../../server/domain/clients/own-keys.ts";
import { digest } from "../../server/domain/identifiers.ts";
import { SettingsError } from "../../server/settings/settings.ts";
import type { Context } from "../context.ts";
import { operator } from "../operator.ts";
import { requireClient, withClientStore } from "./client-store.ts";
import { envLines } from "./env-lines.ts";

const HOUR_MS = 60 * 60 * 1000;
const MOST_HOURS = 720;

/** Gives a client another secret, and shows it. */
export const rotateSecret = (
  id: string,
  { data, env, overlap }: { data: string; env: boolean; overlap: string | undefined },
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const client = await requireClient(id, store);
    const hours = overlapOf(overlap);
    const secret = generateSecret(randomBytes);
    const file = prepareSecretFile(settings, id, secret);
    const oldUntil = hours && clock() + hours * HOUR_MS;
    try {
      await store.transact(async ({ clients, audit }) => {
        await clients.setSecret(id, digest(secret), oldUntil);
        const record = { action: "client.rotate_secret", subject: id } as const;
        await audit.append({ at: clock(), actor: operator(), ...record });
      });
    } catch (failure) {
      // Whichever secret the store has by now, the file has the same.
      if (file) await putSecretFile(store, id, file);
      throw failure;
    }
    const fileState = file && (await putSecretFile(store, id, file));
    if (env) {
      out(envLines({ client_id: id, secret, public_key: client.publicKey }));
      if (fileState === "stale") out(`# ${FILE_WORDS.stale}\n`);
      return;
    }
    const { clientId, secret: secretVariable } = settings.keys;
    const isInVariable =
      secretVariable !== undefined && (clientId === undefined || clientId === id);
    out(
      `secret      ${secret}\n\n${endOf(hours)} ${
        FILE_WORDS[fileState ?? "elsewhere"]
      }\n${isInVariable ? "Set SERVICE_LINK_SECRET to it before the next start.\n" : ""}`,
    );
  });

const FILE_WORDS = {
  renewed: "keys.json has the new one.",
  stale: "keys.json still has the old one, since it cannot be written: put this one there.",
  elsewhere: "This is shown once: its digest alone is kept.",
};

/** For how many hours the old secret works beside the new one; null for none. */
function overlapOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_HOURS) return Number(text);
  throw new SettingsError(
    `--overlap must be a number of hours from 1 to ${MOST_HOURS}, not ${text}`,
  );
}

const endOf = (hours: number | null): string =>
  hours === null
    ? "The one before is refused within a second."
    : `The one before works for ${hours} ${hours === 1 ? "hour" : "hours"} more.`;
