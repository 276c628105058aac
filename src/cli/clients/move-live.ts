import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { limitStoreWaits } from "../../server/domain/store-wait.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { moveOf } from "../../server/store/clients/client-move-mark.ts";
import { type LiveMove, MoveRefusal, readLiveMove } from "../../server/store/clients/live-move.ts";
import { pickDialect } from "../../server/store/dialects/index.ts";
import { ClientIsBusy } from "../../server/store/dialects/transfer/hand-over-client.ts";
import {
  moveLiveClient,
  undoLiveMove,
} from "../../server/store/dialects/transfer/move-live-client.ts";
import type { Database } from "../../server/store/tables.ts";
import type { Context } from "../context.ts";
import { plural } from "../institutions/progress.ts";
import type { NamedStore } from "../named-store.ts";
import { operator } from "../operator.ts";
import { confirm, describeLines, openCells, showPlan, stoppable, withBoth } from "./move-places.ts";

type Options = { data: string; to: string | undefined; undo: boolean; yes: boolean };

/**
 * Moves a client into the store of another cell while both cells' servers run. Also resumes or
 * undoes such a move.
 */
export const moveClientLive = async (
  clientId: string,
  { data, to, undo, yes }: Options,
  context: Context,
): Promise<void> => {
  const { source, target, here, there } = await openCells({ data, to }, context);
  if (moveOf(here.storeSettings) ?? moveOf(there.storeSettings))
    throw new SettingsError("a move has begun while the servers were stopped", {
      advice: "finish that one first, without --live",
    });
  await limitStoreWaits(Number.POSITIVE_INFINITY, () =>
    withBoth(source, target, async (from, into) => {
      const marks = [await readMove(from, clientId), await readMove(into, clientId)] as const;
      const mark = marks.find((move) => move !== null);
      const other = marks.find(
        (move) => move && (move.source !== source.name || move.target !== target.name),
      );
      if (other)
        throw new SettingsError(
          `the move of ${clientId} that has begun is one from ${other.source} to ${other.target}`,
          { advice: "name those stores, by --data and --to" },
        );
      if (undo) return takeBack(clientId, { from, into, source, target }, marks, context);
      if (marks[0] && !marks[1])
        throw new SettingsError(`${target.name} has nothing of the move that has begun`, {
          advice: "take it back with --undo, and begin again",
        });
      // A target alone was marked before anything was copied, or is left from the last step.
      if (!mark || (marks[1]?.step === "arriving" && !marks[0])) {
        if (mark) await undoLiveMove(from, into, readOptions(clientId, source, context));
        await showPlan(clientId, from, into, target, context);
        context.out(PLAN);
        if (!yes) await confirm(clientId, context.prompt);
      }
      await run(clientId, mark?.move_id ?? randomUUID(), { from, into, source, target }, context);
    }),
  );
};

const PLAN = `Its calls go on while it is copied. Then they get 503 with Retry-After, for some seconds and until the router knows the new
cell; those of other clients go on.
`;

/** A client that has left a store for good is in no move. */
async function readMove(db: Database, clientId: string): Promise<LiveMove | null> {
  const move = await readLiveMove(db, clientId);
  return move?.step === "left" ? null : move;
}

type Cells = { from: Database; into: Database; source: NamedStore; target: NamedStore };

function readOptions(clientId: string, { address }: NamedStore, context: Context) {
  const { bar, progress } = stoppable(context);
  return { bar, progress, clientId, watch: pickDialect(address).rowWatch };
}

async function run(
  clientId: string,
  moveId: string,
  { from, into, source, target }: Cells,
  context: Context,
): Promise<void> {
  const { bar, ...options } = readOptions(clientId, source, context);
  let hasShown = false;
  const showLines = async () => {
    context.out(await describeLines(clientId, into, target));
    hasShown = true;
  };
  const move = moveLiveClient(from, into, {
    ...options,
    ...{ moveId, actor: operator(), clock: context.clock },
    names: { source: source.name, target: target.name },
    wait: setTimeout,
    onSwitch: async (refusedMs) => {
      bar.done(`Handed over: its calls got 503 for ${(refusedMs / 1000).toFixed(1)} s`);
      await showLines();
    },
  });
  const rows = await move.catch((failure: unknown) => {
    if (!(failure instanceof ClientIsBusy)) throw explainRefusal(clientId, target, failure);
    throw new SettingsError(`${clientId} is too busy to be handed over in a few seconds`, {
      advice: "its calls and jobs go on here; call the command again at a quieter time",
    });
  });
  // A killed command may not have shown the lines.
  if (!hasShown) await showLines();
  bar.done(rows === null ? "Removed" : `Compared ${plural(rows, "row")}, and removed them here`);
  context.out(
    `${source.name} answers its calls with 503 until the router sends them to its cell.\n`,
  );
}

async function takeBack(
  clientId: string,
  { from, into, source, target }: Cells,
  [here, there]: readonly (LiveMove | null)[],
  context: Context,
): Promise<void> {
  if (!here && !there) {
    const left = await readLiveMove(from, clientId);
    throw left
      ? new SettingsError(`${clientId} has left ${left.source} for ${left.target}`, {
          advice:
            "to bring it back, move it from there: name that cell by --data, and this one by --to",
        })
      : new SettingsError(`there is no move of ${clientId} to take back`);
  }
  if (there?.step === "arrived" || here?.step === "moved")
    throw new SettingsError(`the other cell has all of ${clientId} already`, {
      advice: "call the command without --undo, which completes the move",
    });
  const { bar, ...options } = readOptions(clientId, source, context);
  await undoLiveMove(from, into, options).catch((failure: unknown) => {
    throw explainRefusal(clientId, target, failure);
  });
  bar.done("Taken back");
  context.out(`${clientId} stays in ${source.name}\n`);
}

const explainRefusal = (clientId: string, { name }: NamedStore, failure: unknown): unknown =>
  failure instanceof MoveRefusal
    ? new SettingsError(`${clientId} cannot move to ${name}: ${failure.message}`, failure)
    : failure;
