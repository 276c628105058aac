import { limitStoreWaits } from "../../server/domain/store-wait.ts";
import {
  type StoreSettings,
  storeAddress,
  storeName,
} from "../../server/host/data-folder/store-address.ts";
import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { PartitionPlan } from "../../server/store/dialects/dialect.ts";
import { openDatabase, pickDialect } from "../../server/store/dialects/index.ts";
import type { Database } from "../../server/store/tables.ts";
import type { Context } from "../context.ts";
import { showProgress } from "../institutions/progress.ts";
import { anyStore, requireStore } from "../open-existing-store.ts";
import { readableSize } from "../readable-size.ts";

type Values = { data: string; yes: boolean };

/** Partitions the tables of a store after the operator has confirmed the plan. */
export const partitionStore = async (
  { data, yes }: Values,
  { variables, out, err, prompt, stopSignal }: Context,
): Promise<void> => {
  const settings = anyStore(data, variables);
  const address = storeAddress(settings);
  const { partitions, isInUse } = pickDialect(address);
  if (!partitions)
    throw new SettingsError(`${storeName(settings)} cannot be partitioned`, {
      advice: "name a database of PostgreSQL in DATABASE_URL",
    });
  await requireStore(settings);
  await requireCurrent(settings);
  const use = <Answer>(work: (db: Database) => Promise<Answer>): Promise<Answer> =>
    limitStoreWaits(Number.POSITIVE_INFINITY, () => withDatabase(address, work));
  const plan = await use(partitions.plan);
  if (plan.tables.every(({ isDone }) => isDone))
    return out(`${storeName(settings)} is partitioned already.\n`);
  out(describe(plan, storeName(settings)));
  requireRoom(plan);
  if (await isInUse(address)) throw inUse(settings);
  if (!yes) await confirm(prompt);
  // A server may have started before the answer.
  if (await isInUse(address)) throw inUse(settings);
  const progress = showProgress(err);
  const stop = stopSignal();
  await use((db) =>
    partitions
      .apply(db, (step, share) => progress.at(step, share), stop)
      .catch((failure: unknown) => {
        throw stop.aborted ? STOPPED : failure;
      }),
  );
  progress.done("Partitioned");
  out(DONE);
};

async function withDatabase<Answer>(
  address: string,
  work: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const db = openDatabase(address);
  try {
    return await work(db);
  } catch (failure) {
    throw systemFailure(failure, address) ?? failure;
  } finally {
    await db.destroy();
  }
}

/** Throws if an older version has opened the store last. */
async function requireCurrent(settings: StoreSettings): Promise<void> {
  const address = storeAddress(settings);
  const inspection = await pickDialect(address).inspect(address);
  if (inspection && inspection.pending.length > 0)
    throw new SettingsError(`${storeName(settings)} was last opened by an older version`, {
      advice: "start this one on it, which migrates it, and stop it again",
    });
}

const inUse = (settings: StoreSettings): SettingsError =>
  new SettingsError(`${storeName(settings)} is open in another process`, {
    advice: "stop the servers, workers and commands first",
  });

/** The disk space for the copy of the transactions, which replaces them at the end. */
const roomFor = ({ tables }: PartitionPlan): number =>
  tables
    .filter(({ by, isDone }) => by === "item" && !isDone)
    .reduce((sum, { bytes }) => sum + bytes, 0);

function requireRoom(plan: PartitionPlan): void {
  const room = roomFor(plan);
  if (plan.freeBytes === null || plan.freeBytes > room) return;
  throw new SettingsError(
    `the database's disk has ${readableSize(plan.freeBytes)} free, and the copy needs ${readableSize(room)}`,
    { advice: "make room first; nothing was changed" },
  );
}

function describe(plan: PartitionPlan, name: string): string {
  const rows = plan.tables.map(({ table, by, rows, bytes, isDone }) => [
    `  ${table.padEnd(18)}`,
    `about ${rows.toLocaleString("en")} rows`.padEnd(24),
    readableSize(bytes).padStart(10),
    isDone ? "  done" : by === "day" ? "  by day; its rows stay in place" : "  by Item; copied",
  ]);
  const { freeBytes } = plan;
  const room = readableSize(roomFor(plan));
  return [
    `${name}`,
    ...rows.map((cells) => cells.join("")),
    freeBytes === null
      ? `The copy needs ${room} on the database's disk, which cannot be seen from here.`
      : `The copy needs ${room}; the database's disk has ${readableSize(freeBytes)} free.`,
    "",
  ].join("\n");
}

async function confirm(prompt: Context["prompt"]): Promise<void> {
  const answer = await prompt("Back up the store first. Type yes to partition it: ");
  if (answer?.trim() !== "yes")
    throw new SettingsError("nothing was changed", {
      advice: "type yes when asked, or give --yes in a script",
    });
}

const STOPPED = new SettingsError("stopped", {
  advice: "call service-link partition again, which resumes; servers may run before that",
});

const DONE = `Start the servers and workers again. A worker makes the parts of the coming days once a day.
`;
