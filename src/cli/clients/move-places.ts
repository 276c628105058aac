import { checkStoreIntegrity } from "../../server/host/data-folder/check-store-integrity.ts";
import { haveSameKeys } from "../../server/host/data-folder/master-key.ts";
import { readStoreAddress, storeAddress } from "../../server/host/data-folder/store-address.ts";
import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";
import { openDatabase, pickDialect } from "../../server/store/dialects/index.ts";
import { readGrantKeys } from "../../server/store/dialects/transfer/client-rows.ts";
import { CopyRefusal } from "../../server/store/dialects/transfer/copy-store.ts";
import { checkMovable } from "../../server/store/dialects/transfer/movable-client.ts";
import type { Database } from "../../server/store/tables.ts";
import type { Context } from "../context.ts";
import { plural, showProgress } from "../institutions/progress.ts";
import { type NamedStore, toNamedStore } from "../named-store.ts";
import { noClient } from "./client-store.ts";

/** Inspects the stores of two cells. Throws if no client can move between the stores. */
export const openCells = async (
  { data, to }: { data: string; to: string | undefined },
  context: Context,
): Promise<{ source: NamedStore; target: NamedStore; here: Inspection; there: Inspection }> => {
  const settings = readSettings({ data }, context.variables);
  const source = toNamedStore(storeAddress(settings), data);
  const target = toNamedStore(readTo(to), data);
  if (source.address === target.address)
    throw new SettingsError(`${source.name} has the client already`, {
      advice: "name the store of another cell with --to",
    });
  const [here, there] = [await requireStore(source), await requireStore(target)];
  if (here.storeSettings.environment !== there.storeSettings.environment)
    throw new SettingsError(`${target.name} is of another environment than ${source.name}`);
  if (!haveSameKeys(settings, here, there))
    throw new SettingsError(`${target.name} is not sealed under the same master key`, {
      advice:
        "give both cells one key: make the new cell with the key of the old one, and rotate it in both",
    });
  return { source, target, here, there };
};

function readTo(to: string | undefined): string {
  if (to !== undefined) return readStoreAddress(to, "--to");
  throw new SettingsError("there is no cell to move the client to", {
    advice: "name its store with --to, like postgres://user@host/database",
  });
}

/** Throws if the store is missing, damaged or of another version. */
async function requireStore({ name, settings }: NamedStore): Promise<Inspection> {
  const inspection = await checkStoreIntegrity(settings, { movesClient: true });
  if (!inspection || inspection.isEmpty)
    throw new SettingsError(`there is no store in ${name}`, {
      advice: "start the server of the cell on it first, and stop it again",
    });
  if (inspection.pending.length > 0)
    throw new SettingsError(`${name} was last opened by an older version of service-link`, {
      advice: "start this one on it, which migrates it, and stop it again",
    });
  return inspection;
}

/** Shows the plan of a move. Throws if the move is impossible. */
export const showPlan = async (
  clientId: string,
  from: Database,
  into: Database,
  target: NamedStore,
  { out }: Context,
): Promise<void> => {
  const answer = await checkMovable(from, into, clientId);
  if (!answer) throw noClient(clientId);
  if ("refusal" in answer)
    throw new SettingsError(`${clientId} cannot move to ${target.name}: ${answer.refusal}`);
  out(`${clientId} has ${plural(answer.liveItems, "live Item")}: it moves to ${target.name}\n`);
};

/** Throws unless the operator types the id of the client. */
export const confirm = async (clientId: string, prompt: Context["prompt"]): Promise<void> => {
  const answer = await prompt("Back up both stores first. Type its client_id to move it: ");
  if (answer?.trim() !== clientId)
    throw new SettingsError("nothing was changed", {
      advice: "type its client_id when asked, or give --yes in a script",
    });
};

/** A progress bar that throws once the user stops the command. */
export const stoppable = ({ err, stopSignal }: Context) => {
  const bar = showProgress(err);
  const stop = stopSignal();
  const progress = (step: keyof typeof STEPS, share: number) => {
    if (stop.aborted)
      throw new SettingsError("stopped", {
        advice:
          "call service-link clients move again, which continues it, or takes it back with --undo",
      });
    bar.at(STEPS[step], share);
  };
  return { bar, progress };
};

const STEPS = { copy: "Copying", compare: "Comparing", wait: "Handing over", remove: "Removing" };

/** The lines of the router's map. The operator fills in the second column. */
export const describeLines = async (
  clientId: string,
  into: Database,
  target: NamedStore,
): Promise<string> => {
  const grants = await readGrantKeys(into, clientId);
  return [
    "",
    target.name,
    `  has    ${clientId}, with its ids, tokens and webhooks`,
    "  set    these lines in /etc/haproxy/cells.map now, with the name of this cell, and reload HAProxy:",
    ...[clientId, ...grants].map((key) => `         ${key} THAT_CELL`),
    ...(grants.length > 0
      ? [
          "  open   the doors of the first cell here, too: programs that read keep their address and keys",
        ]
      : []),
    "  allow  the redirect URI of this cell at its institutions, if it is another",
    "",
  ].join("\n");
};

/** Opens both stores for a step. Explains a failure. */
export const withBoth = async (
  source: NamedStore,
  target: NamedStore,
  use: (from: Database, into: Database) => Promise<void>,
): Promise<void> => {
  const from = openDatabase(source.address);
  const into = openDatabase(target.address);
  try {
    await use(from, into);
  } catch (failure) {
    if (failure instanceof CopyRefusal)
      throw new SettingsError(
        `${target.name} differs from ${source.name}, which keeps the client: ${failure.message}`,
        { advice: "take the move back with --undo, and begin again" },
      );
    const place = [target, source].find(
      ({ address }) =>
        failure instanceof Error && pickDialect(address).explain(failure, address) !== null,
    );
    throw systemFailure(failure, place?.address) ?? failure;
  } finally {
    await Promise.all([from.destroy(), into.destroy()]);
  }
};
