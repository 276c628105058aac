import { type Migration, Migrator, sql } from "kysely";
import type { Queryable } from "../tables.ts";
import { baseline } from "./0001-first-release/index.ts";

const BASELINE = "0001-first-release";

/** The first changes of builds from before the first release. */
const UNRELEASED_BASELINES = ["0001-start", "0001-baseline"];

/** Every change of the schema by its name; they run in the order of their names. */
export const migrations: Record<string, Migration> = {
  [BASELINE]: baseline,
};

/** The changes of the schema that this version knows, in the order in which they are made. */
export const migrationNames = (): string[] => Object.keys(migrations).sort();

/** The migrations that a store still needs, and those in it that this version does not know. */
export const compareMigrations = (
  names: readonly string[],
): { pending: string[]; unknown: string[] } => ({
  pending: migrationNames().filter((name) => !names.includes(name)),
  unknown: names.filter((name) => !(name in migrations)),
});

/**
 * Classifies a database by its tables and applied migrations: `isBare` if a start was killed before it made more
 * than the migrator's tables, `isOurs` if it is a store. `place` names it in the problem.
 */
export const classifyStore = (
  tables: readonly string[],
  applied: readonly string[],
  place: string,
) => {
  const isBare = tables.every((table) => table.startsWith("kysely_migration"));
  const isOurs = isBare || isUnreleased(applied) || isKnown(applied);
  return {
    isBare,
    isOurs,
    state: {
      problem: isUnreleased(applied)
        ? { ...UNRELEASED, reason: `${place} ${UNRELEASED.reason}` }
        : null,
      foreign: isOurs ? [] : [...tables],
      ...compareMigrations(applied),
    },
  };
};

/** Whether any change of a database is one of ours. */
const isKnown = (names: readonly string[]): boolean => names.some((name) => name in migrations);

/** Whether a store was made by a build from before the first release, which no version upgrades. */
const isUnreleased = (names: readonly string[]): boolean =>
  UNRELEASED_BASELINES.some((name) => names.includes(name));

/** The refusal of such a store, and the advice that goes with it. */
const UNRELEASED = {
  reason:
    "was made by a build of service-link from before its first release, which no version reads",
  advice: "start with a new data folder or an empty database, and link the Items again",
};

/** Migrates the schema to the latest version, all or nothing; refuses a schema that this version does not know. */
export const migrate = async (db: Queryable): Promise<void> => {
  // Most starts have no migration to run, and need not inspect the tables.
  const names = await appliedMigrations(db).catch(() => []);
  if (names.toSorted().join() === migrationNames().join()) return;
  if (isUnreleased(names)) throw new Error(`The store ${UNRELEASED.reason}: ${UNRELEASED.advice}.`);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const unknown = await unknownMigrations(db, error);
  if (unknown.length === 0) throw error;
  throw new Error(
    `The store was written by a newer version of service-link: it has had ${unknown.join(", ")}, ` +
      "which this version does not know. Run the newer version, or restore a backup from before it.",
    { cause: error },
  );
};

/** Returns the changes of the store that this version does not know; throws `failure` if they cannot be read. */
async function unknownMigrations(db: Queryable, failure: unknown): Promise<string[]> {
  try {
    return compareMigrations(await appliedMigrations(db)).unknown;
  } catch {
    throw failure;
  }
}

async function appliedMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
