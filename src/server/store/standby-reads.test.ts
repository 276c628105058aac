import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Cluster, startCluster } from "../../testing/failover/cluster.ts";
import { query } from "../../testing/postgres/databases.ts";
import {
  NOW,
  SAMPLE_ORIGIN,
  sampleClient,
  sampleItem,
  sampleTransaction,
} from "../../testing/store-contract/samples.ts";
import { TEST_CIPHER } from "../../testing/store-contract/test-cipher.ts";
import { parseRawJson } from "../domain/raw-json.ts";
import type { Store } from "../domain/store.ts";
import { newFeed, type TransactionChanges } from "../domain/transactions/transaction-feed.ts";
import { openDatabase, openStandby } from "./dialects/index.ts";
import { openStore } from "./open-store.ts";
import type { Standby } from "./tables.ts";

const ALWAYS = { from: "0000-01-01", to: "9999-12-31" };
const VIEW = { withDescription: true, publicUrl: null };
const PAGE = { ...VIEW, period: ALWAYS, accountIds: null, count: 10, offset: 0 };
const LIST = {
  clientId: null,
  institutionId: null,
  state: "live",
  limit: 10,
  after: null,
  order: "descending",
} as const;
/** Longer than a busy machine takes. */
const PATIENT_MS = 30_000;

let cluster: Cluster;
let store: Store;
/** Reads that the standby served, and those that it was too old or too slow for. */
let served: number;
let refused: number;
let failures: unknown[];
let lastOpened: Standby;
let now = 0;

beforeAll(async () => {
  cluster = await startCluster({ isSynchronous: false });
  store = await openWith(cluster.standby(), PATIENT_MS);
  await store.clients.add(sampleClient());
  await store.items.create(sampleItem("1"));
  await store.transactions.begin(newFeed("item-1"));
}, 60_000);

afterAll(async () => {
  await store?.close();
  await cluster?.stop();
}, 60_000);

beforeEach(() => {
  [served, refused, failures] = [0, 0, []];
  // The pause after a failure is over, and no place in the log is kept.
  now += 60_000;
});

/** Opens the store with a member of the cluster as its standby, reached over its network. */
const openWith = ({ network }: ReturnType<Cluster["standby"]>, waitMs?: number) => {
  const standby = openStandby(network.addressOf("postgres"));
  if (!standby) throw new Error("PostgreSQL has standbys");
  lastOpened = standby;
  const onFailure = (failure: unknown) => void failures.push(failure);
  return openStore(openDatabase(cluster.primary().server.address), TEST_CIPHER, {
    elapsed: () => now,
    standby: { db: counted(standby), onFailure, ...(waitMs !== undefined && { waitMs }) },
  });
};

const counted = (standby: Standby): Standby => {
  const { transact } = standby;
  return Object.assign(standby, {
    transact: (async (work, options) => {
      try {
        const answer = await transact(work, options);
        if (answer === null) refused += 1;
        else served += 1;
        return answer;
      } catch (failure) {
        refused += 1;
        throw failure;
      }
    }) satisfies Standby["transact"],
  });
};

const onStandby = (text: string) => query(cluster.standby().server.address, text);

/** Waits until the standby has everything that the primary has. */
const catchUp = async () => {
  const { rows } = await query(
    cluster.primary().server.address,
    "select pg_current_wal_lsn()::text as position",
  );
  const reached = `select pg_last_wal_replay_lsn() >= '${rows[0]?.position}' as reached`;
  while ((await onStandby(reached)).rows[0]?.reached !== true) await setTimeout(20);
};

const lastChange = async () => (await store.transactions.feed("item-1"))?.lastChange ?? 0;

const apply = async (changes: Partial<TransactionChanges>) => {
  const feed = await store.transactions.feed("item-1");
  if (!feed) throw new Error("the feed has begun");
  const all = { added: [], modified: [], removed: [], ...changes };
  const next = { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW } as const;
  expect(await store.transactions.apply(feed, all, next)).toBe(true);
};

const idsIn = (list: readonly { transaction_id: string }[]) =>
  list.map(({ transaction_id }) => transaction_id).toSorted();

/** The ids of the Item's transactions by each of the long reads. */
const readAll = async () => {
  const { transactions } = store;
  const last = await lastChange();
  const { transactions: page } = await transactions.page("item-1", PAGE, last);
  const changes = { ...VIEW, after: 0, upTo: last, count: 10, lastChange: last };
  const added = await transactions.added("item-1", changes);
  const exported = [];
  for await (const some of transactions.pages("item-1", ALWAYS, { lastChange: last }))
    exported.push(...some.map(({ transaction }) => transaction));
  return {
    page: idsIn(page === null ? [] : parseRawJson(page)),
    changes: idsIn(added.map(({ value }) => parseRawJson(value))),
    exported: idsIn(exported),
  };
};

const same = (ids: readonly string[]) => ({ page: ids, changes: ids, exported: ids });

test("a standby that is up to date serves pages, changes, exports and lists", async () => {
  await apply({ added: [sampleTransaction("1")] });
  await catchUp();
  expect(await readAll()).toEqual(same(["transaction-1"]));
  expect((await store.lists.items(LIST)).rows.map(({ itemId }) => itemId)).toEqual(["item-1"]);
  expect({ served, refused, failures }).toEqual({ served: 4, refused: 0, failures: [] });
});

test("the primary serves what a standby has not replayed, and nothing that was taken away", async () => {
  await apply({ added: [sampleTransaction("2")] });
  await catchUp();
  await onStandby("select pg_wal_replay_pause()");
  try {
    await store.items.create(sampleItem("2"));
    const { account_id } = sampleTransaction("1");
    await store.items.removeAccounts("item-1", [account_id], SAMPLE_ORIGIN, () => []);
    expect(await readAll()).toEqual(same([]));
    expect((await store.lists.items(LIST)).rows).toHaveLength(2);
    expect({ served, failures }).toEqual({ served: 0, failures: [] });
    expect(refused).toBeGreaterThan(0);
  } finally {
    await onStandby("select pg_wal_replay_resume()");
  }
  await catchUp();
  now += 60_000;
  expect((await store.lists.items(LIST)).rows).toHaveLength(2);
  expect(served).toBe(1);
});

test("a standby that responds no more is left alone for 5 seconds, and then tried by one read", async () => {
  const { network } = cluster.standby();
  const other = await openWith(cluster.standby(), 200);
  network.pause();
  try {
    for (let read = 0; read < 5; read++)
      expect((await other.lists.items(LIST)).rows).toHaveLength(2);
    expect([refused, failures.length]).toEqual([1, 1]);
    now += 5001;
    await Promise.all(Array.from({ length: 5 }, () => other.lists.items(LIST)));
    expect([refused, failures.length, served]).toEqual([2, 2, 0]);
  } finally {
    network.resume();
    await other.close();
  }
  await store.lists.items(LIST);
  expect(served).toBe(1);
});

test("a failure of the primary is none of the standby", async () => {
  const other = await openWith(cluster.standby(), PATIENT_MS);
  vi.spyOn(lastOpened, "positionOf").mockRejectedValueOnce(new Error("the primary is away"));
  await expect(other.lists.items(LIST)).rejects.toThrow("the primary is away");
  expect([served, refused, failures]).toEqual([0, 0, []]);
  expect((await other.lists.items(LIST)).rows).toHaveLength(2);
  expect(served).toBe(1);
  await other.close();
});

test("a primary behind the address of standbys serves no read there", async () => {
  const other = await openWith(cluster.primary());
  try {
    expect((await other.lists.items(LIST)).rows).toHaveLength(2);
    expect(failures).toMatchObject([{ message: expect.stringContaining("is no standby") }]);
  } finally {
    await other.close();
  }
});
