import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Connector } from "../../src/server/domain/connectors/connector.ts";
import { createDirectory } from "../../src/server/domain/connectors/directory.ts";
import { Fault } from "../../src/server/domain/fault.ts";
import { copyDatabase } from "../../src/server/store/dialects/sqlite/copy.ts";
import { openInMemory } from "../../src/server/store/dialects/sqlite/open.ts";
import { memoryFolder } from "../../src/testing/memory-folder.ts";
import type { AppItem, SyncedTransaction } from "../app-item.ts";
import { boot, type HttpAnswer, type Instance } from "../instance.ts";
import { createSealedTextRule } from "../sealed-texts.ts";
import type { Part, PartContext } from "./part.ts";

const DAY_MS = 86_400_000;

/** An Item from its application's view at the time of the backup. */
type Known = { keys: object; item: AppItem; token: string; cursor: string; copy: AppItem["copy"] };

/**
 * Backups during operation. Each backup opens next to the store under the master keys of its time.
 * A server on the backup has each Item with its accounts and transactions.
 */
export const createBackups = ({
  world,
  applications,
  accountRule,
  reader,
  shared,
}: PartContext): Part => {
  const draw = world.draw("backups");

  /**
   * Copies the store to a backup, and the backup to a store, like the backup and restore commands.
   */
  const restored = (bytes: Uint8Array): Promise<Uint8Array> =>
    world.scheduler.system(async () => {
      const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), "service-link-sim-backup-"));
      const [store, backup, copy] = ["store", "backup", "copy"].map((name) => join(folder, name));
      const progress = () => undefined;
      try {
        writeFileSync(store ?? "", bytes);
        await copyDatabase(store ?? "", backup ?? "", { note: "now", progress });
        await copyDatabase(backup ?? "", copy ?? "", { note: null, progress });
        return readFileSync(copy ?? "");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

  /** Starts a server on a restored store without banks; null if it dies during the start. */
  const start = (
    database: ReturnType<typeof openInMemory>["connect"],
    settings: typeof shared.settings,
  ): Promise<Instance | null> =>
    world.scheduler.wait(
      new Promise((resolve) => {
        world.scheduler.start("restored server", null, async () => {
          const platform = {
            ...{ world, settings, database, onCall: () => undefined },
            onDeath: () => resolve(null),
            prepare: (services: Instance["services"]) => {
              shared.prepare(services);
              const { connectors } = services.directory;
              services.directory = createDirectory(connectors.map(away));
            },
          };
          resolve(await boot("server", "restored", platform).catch(() => null));
        });
      }),
    );

  const ask = (instance: Instance, path: string, body: object): Promise<HttpAnswer | null> =>
    world.scheduler.wait(
      new Promise((resolve) => {
        instance.death.catch(() => resolve(null));
        world.scheduler.start("restored server", instance, async () =>
          resolve(await instance.serve({ method: "POST", path, headers: {}, body })),
        );
      }),
    );

  /** Follows the transactions of an Item from its cursor; null if impossible. */
  const follow = async (instance: Instance, known: Known): Promise<object[] | null> => {
    const copy = new Map(known.copy);
    for (let cursor = known.cursor; ; ) {
      const answer = await ask(instance, "/transactions/sync", {
        ...{ ...known.keys, access_token: known.token, count: draw.between(1, 100) },
        ...(cursor && { cursor }),
      });
      if (answer?.status !== 200) return null;
      const page = answer.body as {
        added: SyncedTransaction[];
        modified: SyncedTransaction[];
        removed: SyncedTransaction[];
        next_cursor: string;
        has_more: boolean;
      };
      for (const one of [...page.added, ...page.modified]) copy.set(one.transaction_id, one);
      for (const { transaction_id } of page.removed) copy.delete(transaction_id);
      cursor = page.next_cursor;
      if (!page.has_more) return [...copy.values()];
    }
  };

  const listed = async (instance: Instance, { keys, token }: Known): Promise<object[] | null> => {
    const all: object[] = [];
    for (;;) {
      const answer = await ask(instance, "/transactions/get", {
        ...{ ...keys, access_token: token, start_date: "2020-01-01", end_date: "2029-12-31" },
        options: { count: 500, offset: all.length },
      });
      if (answer?.status !== 200) return null;
      const { transactions, total_transactions: total } = answer.body as {
        transactions: object[] | null;
        total_transactions: number;
      };
      if (transactions === null) return null;
      all.push(...transactions);
      if (transactions.length === 0 || all.length >= total) return all;
    }
  };

  const check = async (
    instance: Instance,
    known: Known,
    asked: Parameters<typeof accountRule.check>[3],
  ): Promise<void> => {
    const { item, keys, token } = known;
    const answer = await ask(instance, "/accounts/get", { ...keys, access_token: token });
    const isAnswer = answer !== null && answer.status < 500 && answer.status !== 429;
    world.require(
      !isAnswer || answer.status === 200 || answer.body.error_code === "ITEM_LOGIN_REQUIRED",
      () => `a backup lacks ${item.itemId}: ${String(answer?.body.error_code)}`,
    );
    if (answer?.status !== 200) return;
    accountRule.check(item, "/accounts/get", answer.body, asked);
    const [copied, all] = [await follow(instance, known), await listed(instance, known)];
    const isRead = copied !== null && all !== null;
    world.note("operator", "backup", isRead ? "holds" : "is not read", item.itemId);
    if (!isRead) return;
    const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    world.require(
      isDeepStrictEqual(sorted(copied), sorted(all)),
      () =>
        `a backup has ${all.length} transactions of ${item.itemId}, and ${copied.length} by its cursor`,
    );
  };

  return {
    name: "backups",
    meanMs: 6 * DAY_MS,
    act: async () => {
      const settings = { ...shared.settings };
      const asked = { before: accountRule.begin(), since: world.now() };
      const known = applications.flatMap(({ keys, items, isRemoved }) =>
        items
          .filter(
            ({ isGone, isUnclear, isSyncing }) => !(isRemoved || isGone || isUnclear || isSyncing),
          )
          .map((item): Known => {
            const { token, cursor, copy } = item;
            return { keys: { ...keys }, item, token, cursor, copy: new Map(copy) };
          }),
      );
      const { connect, database } = openInMemory(await restored(reader.serialize()));
      createSealedTextRule(world, database, () => settings)();
      const instance = await start(connect, settings);
      world.note("operator", "backup", instance === null ? "not restored" : "restored");
      if (instance === null) return;
      for (const one of known) if (!instance.isDead) await check(instance, one, asked);
      if (!instance.isDead) instance.die("the check is over");
      database.close();
    },
  };
};

/** A connector whose institutions are away. */
const away = (connector: Connector): Connector => {
  const refuse = async () => {
    throw new Fault("INSTITUTION_DOWN");
  };
  return {
    ...connector,
    ...{ transactions: refuse, balances: refuse, identity: refuse },
    ...(connector.pull && { pull: refuse }),
    ...(connector.investments && { investments: refuse }),
    ...(connector.liabilities && { liabilities: refuse }),
  };
};
