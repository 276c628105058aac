import {
  afterChanging,
  afterEnding,
  type ClientSecret,
  livingSecrets,
  MAX_SECRET_NAME_LENGTH,
} from "../../server/domain/clients/client-secret.ts";
import { isPlainName, PLAIN_NAME_RULE } from "../../server/domain/clients/new-client.ts";
import { Fault } from "../../server/domain/fault.ts";
import { firstClientKeysOf } from "../../server/host/data-folder/client-keys.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { operator } from "../operator.ts";
import { requireOneClient, withClientStore } from "./client-store.ts";

type Chosen = { data: string; secret: string | undefined };

/**
 * Lists the working secrets of a client, without values. Without an id, lists the only client's
 * secrets.
 */
export const listSecrets = (
  id: string | undefined,
  { data }: { data: string },
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const client = await requireOneClient(id, store, settings);
    const living = livingSecrets(client, clock());
    if (living.length === 0)
      return out(
        `no secret works; make one with npx service-link keys add --client ${client.clientId}\n`,
      );
    const table = [HEAD, ...living.map(toRow)];
    const widths = HEAD.map((_, column) =>
      Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
    );
    const toLine = (cells: readonly string[]) =>
      cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    out(table.map((cells) => `${toLine(cells).trimEnd()}\n`).join(""));
  });

const HEAD = ["id", "last four", "created", "last used", "ends", "may", "name"];

const toRow = (secret: ClientSecret) => {
  const { secretId, lastFour, createdAt, usedAt, endsAt, name } = secret;
  return [
    secretId,
    lastFour || "not kept",
    timeText(createdAt),
    usedAt === null ? "never" : timeText(usedAt),
    endsAt === null ? "no end" : timeText(endsAt),
    permissionText(secret),
    name,
  ];
};

/** Returns the permissions of a secret in words. */
export const permissionText = ({ restrictions }: Pick<ClientSecret, "restrictions">): string => {
  const { products, readOnly, networks } = restrictions;
  const parts = [
    ...(readOnly ? ["read"] : []),
    ...(products ?? []),
    ...networks.map((network) => `from ${network}`),
  ];
  return parts.length === 0 ? "everything" : parts.join(", ");
};

/** Ends a secret after a confirmation. A running server applies the end within a second. */
export const endSecret = (
  id: string | undefined,
  { data, secret, evenLast, yes }: Chosen & { evenLast: boolean; yes: boolean },
  { variables, out, clock, prompt }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const now = clock();
    const client = await requireOneClient(id, store, settings);
    const { clientId } = client;
    const ended = chosen(livingSecrets(client, now), secret);
    if (!yes) await confirmEnd(ended, prompt);
    const { secretId, digest } = ended;
    const end = store.transact(async ({ clients, audit }) => {
      await clients.changeSecrets(clientId, (secrets) =>
        afterEnding(secrets, secretId, { evenLast, now }),
      );
      await audit.append({
        at: now,
        actor: operator(),
        action: "client.end_secret",
        subject: clientId,
        details: { secret_id: secretId, name: ended.name, used_at: ended.usedAt },
      });
    });
    await withoutFault(end, "add --even-last if it is to end");
    const own = firstClientKeysOf(settings);
    out(
      "The secret is refused within a second.\n" +
        (own.isInFile(clientId, digest) ? "keys.json still has it: put another one there.\n" : "") +
        (own.isInVariable(clientId, digest)
          ? "SERVICE_LINK_SECRET has it: set it to another one, since no start succeeds with it.\n"
          : ""),
    );
  });

/** Asks for a confirmation before a secret ends, and shows the secret's last use. */
async function confirmEnd(secret: ClientSecret, prompt: Context["prompt"]): Promise<void> {
  const { secretId, usedAt } = secret;
  const use = usedAt === null ? "was never used" : `was last used ${timeText(usedAt)}`;
  const answer = await prompt(
    `This secret ${use}. Applications that use it are refused.\nType its id, ${secretId}, to end it: `,
  );
  if (answer?.trim() !== secretId)
    throw new SettingsError("the secret works on, as its id was not typed", {
      advice: "type its id when asked, or give --yes in a script",
    });
}

/** Names a secret. */
export const nameSecret = (
  id: string,
  { data, secret, name }: Chosen & { name: string | undefined },
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    if (name === undefined) throw new SettingsError("--name must be given");
    const now = clock();
    const text = secretName(name);
    const client = await requireOneClient(id, store, settings);
    const { secretId } = chosen(livingSecrets(client, now), secret);
    await store.transact(async ({ clients, audit }) => {
      await clients.changeSecrets(id, (secrets) =>
        afterChanging(secrets, secretId, { name: text, now }),
      );
      await audit.append({
        at: now,
        actor: operator(),
        action: "client.name_secret",
        subject: id,
        details: { secret_id: secretId, name: text },
      });
    });
    out(`${secretId} is called ${text || "nothing"}\n`);
  });

/** Returns the operator's name for a secret. */
export const secretName = (text: string): string => {
  const name = text.trim();
  if (name.length > MAX_SECRET_NAME_LENGTH)
    throw new SettingsError(`--name must have at most ${MAX_SECRET_NAME_LENGTH} characters`);
  if (!isPlainName(name)) throw new SettingsError(`--name ${PLAIN_NAME_RULE}`);
  return name;
};

/** Returns a time for a terminal, in UTC. */
export const timeText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Turns a refusal by the rules of secrets into a refusal of the command. */
export const withoutFault = (change: Promise<unknown>, advice?: string): Promise<unknown> =>
  change.catch((failure: unknown) => {
    if (!(failure instanceof Fault) || failure.code !== "INVALID_FIELD") throw failure;
    throw new SettingsError(failure.message, advice === undefined ? {} : { advice });
  });

/**
 * Returns the secret with the id of `--secret`, or with these last four characters if they are
 * unique.
 */
function chosen(secrets: readonly ClientSecret[], text: string | undefined): ClientSecret {
  const advice = "npx service-link clients secrets list ID shows them";
  if (text === undefined) throw new SettingsError("--secret must be given", { advice });
  const byId = secrets.filter(({ secretId }) => secretId === text);
  const [found, ...more] =
    byId.length > 0 ? byId : secrets.filter(({ lastFour }) => lastFour === text);
  if (found && more.length === 0) return found;
  const problem = found ? "several secrets end like that" : "no secret that works is called that";
  throw new SettingsError(`${problem}; give the id of one as --secret`, { advice });
}
