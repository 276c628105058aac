import { Migrator } from "kysely";
import { expect, test } from "vitest";
import { digest } from "../../server/domain/identifiers.ts";
import { migrations } from "../../server/store/migrations/index.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Database } from "../../server/store/tables.ts";
import type { Bench } from "./bench.ts";
import { inserterOf } from "./inserter.ts";
import { NOW } from "./samples.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

/** The last change of the schema before anything was counted as it is written. */
const BEFORE = "0079-redirect-expiry";

/** What every store does with rows that an earlier version has left. */
export const upgradeContract = ({ newDatabase, connect }: Bench): void => {
  test("what an earlier version has left is counted when the store is opened", async () => {
    const db = connect(await newDatabase());
    await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
    }).migrateTo(BEFORE);
    await fill(db);

    const store = await openStore(db, TEST_CIPHER);
    const january = () => store.usage.totals("2026-01-01", "2026-02-01");
    const bill = [
      { clientId: "one", product: "auth", items: 2, calls: 6 },
      { clientId: "two", product: "auth", items: 1, calls: 1 },
    ];
    expect(await january()).toEqual(bill);
    expect(await store.usage.totals("2025-12-01", "2026-01-01")).toMatchObject([{ items: 1 }]);
    const again = { clientId: "two", product: "auth", itemId: "c", day: "2026-01-31" } as const;
    await store.usage.add([{ ...again, count: 1 }]);
    expect(await january()).toMatchObject([bill[0], { items: 1, calls: 2 }]);
    expect(await store.jobs.count("roll-up-usage")).toBe(0);

    expect(await store.institutions.liveItems("ins_1")).toBe(2);
    expect(
      (await store.clients.all()).map(({ client, liveItems }) => [client.clientId, liveItems]),
    ).toEqual([
      ["one", 2],
      ["two", 1],
    ]);
    expect(await store.people.reports("a")).toMatchObject([{ assetReportId: "ready" }]);
    expect(await store.people.reports("gone")).toEqual([]);

    const funnel = await store.traffic.funnel(null, NOW);
    expect(funnel.steps.map(({ count }) => count)).toEqual([1, 0, 0, 0, 2]);
    expect(funnel.institutions).toEqual(new Map([["ins_1", { chosen: 2, connected: 2 }]]));
    expect(funnel.errors).toEqual(new Map([["ITEM_LOCKED", 1]]));
    expect((await store.traffic.funnel("two", NOW)).steps.at(-1)?.count).toBe(1);
  });

  test("the secrets of an earlier version work as long as they did, and no body that it kept stays", async () => {
    const db = connect(await newDatabase());
    await new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
    }).migrateTo(BEFORE_SECRETS);
    const insert = await inserterOf(db);
    const client = (client_id: string, columns: object) =>
      insert("client", {
        ...{ client_id, public_key: client_id, products: "[]", institutions: "[]" },
        ...{ created_at: 1, secret_digest: digest(client_id), ...columns },
      });
    await client("one", {});
    await client("two", { previous_secret_digest: digest("old"), previous_secret_until: NOW });
    await client("removed", { secret_digest: "", removed_at: 1 });
    const rotation = { action: "client.rotate_secret", subject: "two" };
    await insert("audit_entry", { ...rotation, sequence: 1, at: 5 });
    await insert("audit_entry", { ...rotation, sequence: 2, at: 7 });

    const body = JSON.stringify({ start_date: "access-sandbox-5d5f6c9c" });
    for (const client_id of ["one", "typed for a client_id"])
      await insert("request_log", { client_id, request_id: client_id, request: body, at: NOW });

    const { clients, traffic } = await openStore(db, TEST_CIPHER);
    expect(await traffic.requestById("one")).toMatchObject({ clientId: "one", request: null });
    const typed = await traffic.requestById("typed for a client_id");
    expect(typed).toMatchObject({ clientId: null, request: null });
    const secrets = async (clientId: string) => (await clients.byClientId(clientId))?.secrets;
    const row = { secretId: "2", name: "", lastFour: "", usedAt: null, endsAt: null };
    expect(await secrets("one")).toEqual([{ ...row, digest: digest("one"), createdAt: 1 }]);
    expect(await secrets("two")).toEqual([
      { ...row, secretId: "1", digest: digest("old"), createdAt: 1, endsAt: NOW },
      { ...row, digest: digest("two"), createdAt: 7 },
    ]);
    expect(await clients.removed()).toEqual(["removed"]);
  });
};

/** The last change of the schema before each secret of a client was a row. */
const BEFORE_SECRETS = "0103-private-hosts";

async function fill(db: Database): Promise<void> {
  const insert = await inserterOf(db);
  for (const client_id of ["one", "two"])
    await insert("client", {
      client_id,
      public_key: client_id,
      products: "[]",
      institutions: "[]",
      created_at: client_id === "one" ? 1 : 2,
    });
  const item = (item_id: string, client_id: string, removed_at: number | null = null) =>
    insert("item", {
      ...{ item_id, client_id, removed_at, institution_id: item_id === "b" ? "ins_2" : "ins_1" },
      access_token_digest: item_id,
    });
  await item("a", "one");
  await item("b", "one");
  await item("c", "two");
  await item("gone", "two", NOW);
  const usage = async (client_id: string, item_id: string, day: string, count: number) => {
    await insert("usage", { client_id, item_id, day, count, product: "auth" });
  };
  await usage("one", "a", "2025-12-01", 7);
  await usage("one", "a", "2026-01-30", 2);
  await usage("one", "a", "2026-01-31", 3);
  await usage("one", "b", "2026-01-31", 1);
  await usage("two", "c", "2026-01-01", 1);
  for (const [client_id, day, count] of [
    ["one", "2025-12-01", 7],
    ["one", "2026-01-30", 2],
    ["one", "2026-01-31", 4],
    ["two", "2026-01-01", 1],
  ])
    await insert("usage_total", { client_id, day, count, product: "auth" });
  await insert("job", { job_id: "old", name: "roll-up-usage", payload: "{}" });
  for (const [asset_report_id, item_ids] of [
    ["ready", ["a", "b", "a"]],
    ["removed", ["a", "gone"]],
  ])
    await insert("asset_report", {
      ...{ asset_report_id, token_digest: asset_report_id, status: asset_report_id },
      ...{ client_id: "one", item_ids: JSON.stringify(item_ids) },
    });
  const visit = (link_session_id: string, changes: object) =>
    insert("link_visit", { link_session_id, client_id: "one", started_at: NOW, ...changes });
  await visit("1", { institution_id: "ins_1", reached: 4 });
  await visit("2", { institution_id: "ins_1", reached: 4, client_id: "two" });
  await visit("3", { error_code: "ITEM_LOCKED", reached: 0 });
  await visit("4", { reached: 4, started_at: NOW - 86_400_000 });
}
