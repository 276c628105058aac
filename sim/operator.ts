import { reseal } from "../src/cli/keys/rotate-master-key.ts";
import { createVault } from "../src/server/domain/vault.ts";
import { isRotated, openVault, readMasterKeys } from "../src/server/host/data-folder/master-key.ts";
import type { Settings } from "../src/server/host/settings/settings.ts";
import { lateCipher } from "../src/server/store/column-cipher.ts";
import { migrations } from "../src/server/store/migrations/index.ts";
import { openStore } from "../src/server/store/open-store.ts";
import type { Database } from "../src/server/store/tables.ts";
import { stepwiseStore } from "./store-calls.ts";
import { Violation, type World } from "./world.ts";

/** The time between two attempts of a killed command, in ms. */
const RETRY_MS = 60_000;

/** The prefix of simulated migrations' names. */
const VERSION = "9000-simulated";

type Parts = {
  settings(): Settings;
  /** Sets the settings of all processes that start later. */
  configure(settings: Settings): void;
  database: () => Database;
  /** Ends all processes, which come back. */
  restartAll(): void;
};

/** The operator of the service, who replaces its master key and updates it during operation. */
export const createOperator = (
  world: World,
  { settings, configure, database, restartAll }: Parts,
) => {
  const draw = world.draw("operator");
  let isRotating = false;
  let versions = 0;

  /**
   * Runs the command that seals all texts under the new key. The command may be killed at any step,
   * and is then repeated.
   */
  const resealAll = async (attempt: number): Promise<void> => {
    const caller = {
      ...{ name: `reseal ${attempt}`, isDead: false, pausedUntil: 0, clock: world.now },
      die: (reason: string) => {
        caller.isDead = true;
        world.note("operator", "reseal", "dies", reason);
        world.scheduler.bury(caller);
        later(attempt + 1);
      },
    };
    const later = (next: number) =>
      void world.scheduler.at(world.now() + RETRY_MS, "operator", null, () => resealAll(next));
    world.scheduler.start(`reseal ${attempt}`, caller, async () => {
      const keys = readMasterKeys(settings(), draw.bytes, false);
      const { old } = keys;
      if (!old) throw new Error("there is no old master key");
      const cipher = lateCipher();
      const store = stepwiseStore(
        await openStore(database(), cipher),
        world,
        caller,
        () => undefined,
      );
      try {
        if (!(await isRotated(store, keys))) {
          const vault = await openVault(store, keys, settings());
          cipher.use(vault);
          const ids = {
            current: vault.keyId,
            old: createVault({ current: old }, draw.bytes).keyId,
          };
          const output = { write: () => undefined };
          await reseal(store, { vault, keys: { ...keys, old } }, ids, {
            clock: world.now,
            err: output,
          });
        }
        await store.eraseDeletedRows();
      } catch (cause) {
        if (cause instanceof Violation) throw cause;
        world.note("operator", "reseal", "failed");
        later(attempt + 1);
        return;
      }
      configure({ ...settings(), oldMasterKey: undefined });
      world.note("operator", "master key", "rotated");
      restartAll();
      isRotating = false;
    });
  };

  return {
    /**
     * Gives all processes a new master key next to the old key, seals all texts under the new key,
     * and removes the old key.
     */
    rotateMasterKey: async (): Promise<void> => {
      if (isRotating) return;
      isRotating = true;
      const masterKey = Buffer.from(draw.bytes(32)).toString("hex");
      configure({ ...settings(), masterKey, oldMasterKey: settings().masterKey });
      world.note("operator", "master key", "new");
      restartAll();
      world.scheduler.at(world.now() + draw.between(200_000, 3_600_000), "operator", null, () =>
        resealAll(1),
      );
    },
    /**
     * Installs a version with a changed schema. Processes that start from now on have the version.
     * The first of them migrates the store of the running processes.
     */
    update: (): void => {
      const table = `simulated_${++versions}`;
      migrations[`${VERSION}-${String(versions).padStart(3, "0")}`] = {
        up: async (db) => {
          await db.schema.createTable(table).addColumn("id", "text").execute();
          await db.schema.alterTable("item").addColumn(table, "text").execute();
          await db
            .updateTable("item")
            .set({ [table]: "old" })
            .execute();
        },
      };
      world.note("operator", "version", "installed", table);
    },
  };
};

/** Takes the simulated versions away. */
export const removeVersions = (): void => {
  for (const name of Object.keys(migrations)) if (name.startsWith(VERSION)) delete migrations[name];
};
