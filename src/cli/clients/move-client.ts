import { randomUUID } from "node:crypto";
import { limitStoreWaits } from "../../server/domain/store-wait.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { clearMark, type MoveMark, moveOf } from "../../server/store/clients/client-move-mark.ts";
import { listOpenMoves } from "../../server/store/clients/live-move.ts";
import { pickDialect } from "../../server/store/dialects/index.ts";
import {
  beginMove,
  moveClient,
  undoMove,
} from "../../server/store/dialects/transfer/move-client.ts";
import type { Database } from "../../server/store/tables.ts";
import type { Context } from "../context.ts";
import { plural } from "../institutions/progress.ts";
import type { NamedStore } from "../named-store.ts";
import { operator } from "../operator.ts";
import { confirm, describeLines, openCells, showPlan, stoppable, withBoth } from "./move-places.ts";

/** The marks of the source and the target. */
type Marks = readonly [MoveMark | null, MoveMark | null];

type Options = { data: string; to: string | undefined; undo: boolean; yes: boolean };

/**
 * Moves a client into the store of another cell after the operator accepts the plan. Also resumes
 * or undoes a move.
 */
export const moveClientTo = async (
  clientId: string,
  { data, to, undo, yes }: Options,
  context: Context,
): Promise<void> => {
  const { source, target, here, there } = await openCells({ data, to }, context);
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
      await withBoth(source, target, async (from, into) => {
        await requireNoLiveMove(from, into);
        await showPlan(clientId, from, into, target, context);
      });
      if (!yes) await confirm(clientId, context.prompt);
      await begin(move);
    }
    await withBoth(source, target, (from, into) =>
      (undo ? takeBack : run)(move, { from, into }, context),
    );
  });
};

/** Throws if a move of running servers is not over. */
async function requireNoLiveMove(...stores: readonly Database[]): Promise<void> {
  for (const db of stores)
    for (const { client_id } of await listOpenMoves(db))
      throw new SettingsError(`the move of ${client_id} has begun with --live`, {
        advice: "finish that one first, with --live",
      });
}

async function requireRest(...places: readonly NamedStore[]): Promise<void> {
  for (const { address, name } of places)
    if (await pickDialect(address).isInUse(address))
      throw new SettingsError(`${name} is open in another process`, {
        advice: "stop the servers, workers and commands of both cells first, or add --live",
      });
}

function markOf(
  clientId: string,
  { name }: NamedStore,
  storeSettings: Record<string, string>,
): MoveMark | null {
  const mark = moveOf(storeSettings);
  if (mark && mark.clientId !== clientId)
    throw new SettingsError(`${name} is part of the move of ${mark.clientId}`, {
      advice: "finish that one first",
    });
  return mark;
}

/** Throws if a pending move belongs to other stores. */
function requireStoresOf(
  { clientId, ...names }: MoveMark,
  source: NamedStore,
  target: NamedStore,
): void {
  if (names.source === source.name && names.target === target.name) return;
  throw new SettingsError(
    `the move of ${clientId} that has begun is one from ${names.source} to ${names.target}`,
    { advice: "name those stores, by --data and --to" },
  );
}

/** Throws if two stores do not belong to the same move. */
function requireSameMove([here, there]: Marks, undo: boolean): void {
  // The target is marked first.
  if (!here || here.moveId === there?.moveId) return;
  // The target was restored from a backup, or the move was being undone.
  if (!there && undo && here.step === "copy") return;
  if (!there && here.step === "copy")
    throw new SettingsError(`${here.target} has nothing of the move that has begun`, {
      advice: "take it back with --undo, and begin again",
    });
  throw new SettingsError("the two stores are parts of different moves", {
    advice: "name the stores with which the move began, by --data and --to",
  });
}

/** Throws without a move, or if the move can only be completed. */
function requireUndoable(clientId: string, [here, there]: Marks, target: NamedStore): void {
  if (!here && !there) throw new SettingsError(`there is no move of ${clientId} to take back`);
  if (there?.step === "whole")
    throw new SettingsError(`${target.name} has all of ${clientId} already`, {
      advice: "call the command without --undo, which completes the move",
    });
}

type Move = { clientId: string; moveId: string; source: NamedStore; target: NamedStore };
type Databases = { from: Database; into: Database };

/**
 * Marks both stores, unless a server has started after the question. No server opens a marked
 * store.
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
  context.out(await describeLines(clientId, into, target));
  context.out(
    `Start the servers of both cells again. ${source.name} has nothing of it but its entries in the audit log.\n`,
  );
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
