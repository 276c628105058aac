import { randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { limitStoreWaits } from "../../server/domain/store-wait.ts";
import { checkStoreIntegrity } from "../../server/host/data-folder/check-store-integrity.ts";
import { haveSameKeys } from "../../server/host/data-folder/master-key.ts";
import {
  readStoreAddress,
  type StoreSettings,
  storeAddress,
  storeName,
} from "../../server/host/data-folder/store-address.ts";
import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import { clearMark, type MoveMark, moveOf } from "../../server/store/clients/client-move-mark.ts";
import type { Inspection } from "../../server/store/dialects/dialect.ts";
import { openDatabase, pickDialect } from "../../server/store/dialects/index.ts";
import { CopyRefusal } from "../../server/store/dialects/transfer/copy-store.ts";
import { checkMovable } from "../../server/store/dialects/transfer/movable-client.ts";
import {
  beginMove,
  moveClient,
  undoMove,
} from "../../server/store/dialects/transfer/move-client.ts";
import type { Database } from "../../server/store/tables.ts";
import type { Context } from "../context.ts";
import { plural, showProgress } from "../institutions/progress.ts";
import { operator } from "../operator.ts";
import { noClient } from "./client-store.ts";

/** The marks of the source and the target. */
type Marks = readonly [MoveMark | null, MoveMark | null];

type Options = { data: string; to: string | undefined; undo: boolean; yes: boolean };
/** A store by its address and its name for people. */
type Place = { address: string; name: string; settings: StoreSettings };

/** Moves a client into the store of another cell after its plan was agreed to; resumes a move, or takes it back. */
export const moveClientTo = async (
  clientId: string,
  { data, to, undo, yes }: Options,
  context: Context,
): Promise<void> => {
  const settings = readSettings({ data }, context.variables);
  const source = placeOf(storeAddress(settings), data);
  const target = placeOf(readTo(to), data);
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
  const marks = [
    markOf(clientId, source, here.storeSettings),
    markOf(clientId, target, there.storeSettings),
  ] as const;
  const mark = marks[0] ?? marks[1];
  if (mark) requireStoresOf(mark, source, target);
  requireSameMove(marks, undo);
  await requireRest(source, target);
  const move = { clientId, moveId: mark?.moveId ?? randomUUID(), source, target };
  await limitStoreWaits(Number.POSITIVE_INFINITY, async () => {
    if (undo) requireUndoable(clientId, marks, target);
    else if (!marks[0] && marks[1]?.step !== "whole") {
      await withBoth(source, target, (from, into) =>
        showPlan(clientId, from, into, target, context),
      );
      if (!yes) await confirm(clientId, context.prompt);
      await begin(move);
    }
    await withBoth(source, target, (from, into) =>
      (undo ? takeBack : run)(move, { from, into }, context),
    );
  });
};

async function requireRest(...places: readonly Place[]): Promise<void> {
  for (const { address, name } of places)
    if (await pickDialect(address).isInUse(address))
      throw new SettingsError(`${name} is open in another process`, {
        advice: "stop the servers, workers and commands of both cells first",
      });
}

function readTo(to: string | undefined): string {
  if (to !== undefined) return readStoreAddress(to, "--to");
  throw new SettingsError("there is no cell to move the client to", {
    advice: "name its store with --to, like postgres://user@host/database",
  });
}

function placeOf(storeAddress: string, dataFolder: string): Place {
  const isFile = pickDialect(storeAddress).files(storeAddress).length > 0;
  const address = !isFile
    ? storeAddress
    : existsSync(storeAddress)
      ? realpathSync(storeAddress)
      : resolve(storeAddress);
  const settings = { dataFolder, databaseUrl: address };
  return { address, settings, name: storeName(settings) };
}

/** Throws if there is no store, or it is damaged or of another version. */
async function requireStore({ name, settings }: Place): Promise<Inspection> {
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

function markOf(
  clientId: string,
  { name }: Place,
  storeSettings: Record<string, string>,
): MoveMark | null {
  const mark = moveOf(storeSettings);
  if (mark && mark.clientId !== clientId)
    throw new SettingsError(`${name} is part of the move of ${mark.clientId}`, {
      advice: "finish that one first",
    });
  return mark;
}

/** Throws if a move that has begun is one between other stores. */
function requireStoresOf({ clientId, ...names }: MoveMark, source: Place, target: Place): void {
  if (names.source === source.name && names.target === target.name) return;
  throw new SettingsError(
    `the move of ${clientId} that has begun is one from ${names.source} to ${names.target}`,
    { advice: "name those stores, by --data and --to" },
  );
}

/** Throws if two stores are not part of one move, however far it came. */
function requireSameMove([here, there]: Marks, undo: boolean): void {
  // The target is marked first.
  if (!here || here.moveId === there?.moveId) return;
  // The target was put back from a backup, or the move was being taken back.
  if (!there && undo && here.step === "copy") return;
  if (!there && here.step === "copy")
    throw new SettingsError(`${here.target} has nothing of the move that has begun`, {
      advice: "take it back with --undo, and begin again",
    });
  throw new SettingsError("the two stores are parts of different moves", {
    advice: "name the stores with which the move began, by --data and --to",
  });
}

/** Throws if there is no move, or it can only be completed. */
function requireUndoable(clientId: string, [here, there]: Marks, target: Place): void {
  if (!here && !there) throw new SettingsError(`there is no move of ${clientId} to take back`);
  if (there?.step === "whole")
    throw new SettingsError(`${target.name} has all of ${clientId} already`, {
      advice: "call the command without --undo, which completes the move",
    });
}

async function showPlan(
  clientId: string,
  from: Database,
  into: Database,
  target: Place,
  { out }: Context,
): Promise<void> {
  const answer = await checkMovable(from, into, clientId);
  if (!answer) throw noClient(clientId);
  if ("refusal" in answer)
    throw new SettingsError(`${clientId} cannot move to ${target.name}: ${answer.refusal}`);
  out(`${clientId} has ${plural(answer.liveItems, "live Item")}: it moves to ${target.name}\n`);
}

async function confirm(clientId: string, prompt: Context["prompt"]): Promise<void> {
  const answer = await prompt("Back up both stores first. Type its client_id to move it: ");
  if (answer?.trim() !== clientId)
    throw new SettingsError("nothing was changed", {
      advice: "type its client_id when asked, or give --yes in a script",
    });
}

type Move = { clientId: string; moveId: string; source: Place; target: Place };
type Databases = { from: Database; into: Database };

/**
 * Marks both stores, unless a server has started after the question was asked: no server opens a
 * marked store.
 */
async function begin({ clientId, moveId, source, target }: Move): Promise<void> {
  const names = { source: source.name, target: target.name };
  await withBoth(source, target, (from, into) =>
    beginMove(from, into, { clientId, moveId, names }),
  );
  try {
    await requireRest(source, target);
  } catch (failure) {
    await withBoth(source, target, async (from, into) => {
      await clearMark(from);
      await clearMark(into);
    });
    throw failure;
  }
}

async function run(
  { clientId, moveId, source, target }: Move,
  { from, into }: Databases,
  context: Context,
): Promise<void> {
  const { bar, progress } = stoppable(context);
  const totals = await moveClient(from, into, {
    ...{ clientId, moveId, actor: operator(), now: context.clock(), progress },
    names: { source: source.name, target: target.name },
  });
  bar.done(totals ? `Copied and compared ${plural(totals.rows, "row")}` : "Removed");
  context.out(summary(clientId, source, target));
}

async function takeBack(
  { clientId, source }: Move,
  { from, into }: Databases,
  context: Context,
): Promise<void> {
  const { bar, progress } = stoppable(context);
  await undoMove(from, into, { clientId, progress });
  bar.done("Taken back");
  context.out(`${clientId} stays in ${source.name}\n`);
}

/** A progress bar that throws once the user wants the command to end. */
function stoppable({ err, stopSignal }: Context) {
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
}

const STEPS = { copy: "Copying", compare: "Comparing", remove: "Removing" };

async function withBoth(
  source: Place,
  target: Place,
  use: (from: Database, into: Database) => Promise<void>,
): Promise<void> {
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
}

const summary = (clientId: string, source: Place, target: Place): string => `
${target.name}
  has    ${clientId}, with its ids, tokens and webhooks
  set    its line in /etc/haproxy/cells.map to this cell, and reload HAProxy
  allow  the redirect URI of this cell at its institutions, if it is another
Start the servers of both cells again. ${source.name} has nothing of it but its entries in the audit log.
`;
