import {
  afterEnding,
  afterNaming,
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
import { requireClient, withClientStore } from "./client-store.ts";

type Chosen = { data: string; secret: string | undefined };

/** Lists the secrets of a client that work, without their values. */
export const listSecrets = (
  id: string,
  { data }: { data: string },
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store) => {
    const living = livingSecrets(await requireClient(id, store), clock());
    if (living.length === 0)
      return out(`no secret works; make one with npx service-link clients rotate ${id}\n`);
    const table = [HEAD, ...living.map(toRow)];
    const widths = HEAD.map((_, column) =>
      Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
    );
    const lineOf = (cells: readonly string[]) =>
      cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    out(table.map((cells) => `${lineOf(cells).trimEnd()}\n`).join(""));
  });

const HEAD = ["id", "last four", "created", "last used", "ends", "name"];

const toRow = ({ secretId, lastFour, createdAt, usedAt, endsAt, name }: ClientSecret) => [
  secretId,
  lastFour || "not kept",
  timeText(createdAt),
  usedAt === null ? "never" : timeText(usedAt),
  endsAt === null ? "no end" : timeText(endsAt),
  name,
];

/** Ends a secret; a running server sees it within a second. */
export const endSecret = (
  id: string,
  { data, secret, evenLast }: Chosen & { evenLast: boolean },
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const now = clock();
    const client = await requireClient(id, store);
    const { secretId, digest } = chosen(livingSecrets(client, now), secret);
    const end = store.transact(async ({ clients, audit }) => {
      await clients.changeSecrets(id, (secrets) =>
        afterEnding(secrets, secretId, { evenLast, now }),
      );
      await audit.append({
        at: now,
        actor: operator(),
        action: "client.end_secret",
        subject: id,
        details: { secret_id: secretId },
      });
    });
    await withoutFault(end, "add --even-last if it is to end");
    const own = firstClientKeysOf(settings);
    out(
      "The secret is refused within a second.\n" +
        (own.isInFile(id, digest) ? "keys.json still has it: put another one there.\n" : "") +
        (own.isInVariable(id, digest)
          ? "SERVICE_LINK_SECRET has it: set it to another one, since no start succeeds with it.\n"
          : ""),
    );
  });

/** Names a secret. */
export const nameSecret = (
  id: string,
  { data, secret, name }: Chosen & { name: string | undefined },
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store) => {
    if (name === undefined) throw new SettingsError("--name must be given");
    const now = clock();
    const text = secretName(name);
    const client = await requireClient(id, store);
    const { secretId } = chosen(livingSecrets(client, now), secret);
    await store.transact(async ({ clients, audit }) => {
      await clients.changeSecrets(id, (secrets) =>
        afterNaming(secrets, secretId, { name: text, now }),
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

/** Turns a refusal by the rules of secrets into one of the command. */
export const withoutFault = (change: Promise<unknown>, advice?: string): Promise<unknown> =>
  change.catch((failure: unknown) => {
    if (!(failure instanceof Fault) || failure.code !== "INVALID_FIELD") throw failure;
    throw new SettingsError(failure.message, advice === undefined ? {} : { advice });
  });

/** Returns the secret that `--secret` names by its id, or by its last four characters if they are unique. */
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
