import { expect, test } from "vitest";
import { eraseRemovedClient } from "../../server/domain/clients/erase-client.ts";
import { REVOKE_JOB } from "../../server/domain/connectors/revoke-job.ts";
import { TABLE_NAMES } from "../../server/store/dialects/transfer/table-keys.ts";
import { fillClient, ITEMS, KEPT } from "./client-rows.ts";
import type { ContractContext } from "./contract-context.ts";
import { inserterOf } from "./inserter.ts";
import { READY, sampleCopy, sampleReport } from "./sample-report.ts";
import {
  NOW,
  SERVICES,
  sampleClient,
  sampleItem,
  sampleLinkToken,
  sampleSession,
  sampleUser,
} from "./samples.ts";

/** The maximum number of rows that one batch may delete in all tables together. */
const MAX_ROWS = 1500;

/**
 * Tables without any row of a removed client. A client is not removed during a move to another
 * store.
 */
const EXEMPT: readonly string[] = [...KEPT, "client_move"];

/** The contract of every store for the removal of a client until its rows are erased. */
export const clientRemovalContract = ({
  migratedDatabase,
  connect,
  open,
  empty,
}: ContractContext): void => {
  /** A store with all kinds of rows of two clients, and the store's contents. */
  const filled = async () => {
    const address = await migratedDatabase();
    const db = connect(address);
    const insert = await inserterOf(db);
    await insert("institution", { institution_id: "ins_1" });
    await insert("institution_connection", { institution_id: "ins_1" });
    for (const clientId of ["one", "two"]) await fillClient(insert, clientId);
    const rows = async () => {
      const all: Record<string, unknown>[] = [];
      for (const table of TABLE_NAMES)
        for (const row of await db.selectFrom(table).selectAll().execute())
          all.push({ table, ...row });
      return all;
    };
    const store = await open(address);
    const remove = async () => {
      const answer = await store.clients.remove("one", { onlyEmpty: false, now: NOW });
      expect(answer).toEqual({ removed: true, liveItems: ITEMS });
    };
    return { address, db, store, rows, remove };
  };

  /** Returns the rows that name a client, except the audit log's rows, which stay. */
  const names = (rows: readonly Record<string, unknown>[], clientId: string) =>
    rows
      .filter(({ table }) => table !== "audit_entry")
      .map((row) => JSON.stringify(row))
      .filter((text) => text.includes(`"${clientId}`));

  test("a client that is removed leaves nothing, however often its erasure is killed, and another stays", async () => {
    const { store, rows, remove } = await filled();
    const before = await rows();
    await remove();
    let count = (await rows()).length;
    for (let progress: unknown; progress !== null; ) {
      // Two batches, and from the start again.
      progress = await eraseRemovedClient({ store, ...SERVICES }, "one", { limit: 2 });
      const next = (await rows()).length;
      expect(count - next).toBeLessThan(2 * MAX_ROWS);
      count = next;
    }
    await store.eraseDeletedRows();
    const after = await rows();
    const isRevocation = ({ name }: Record<string, unknown>) => name === REVOKE_JOB;
    expect(
      names(
        after.filter((row) => !isRevocation(row)),
        "one",
      ),
    ).toEqual([]);
    expect(after.filter(isRevocation)).toHaveLength(ITEMS);
    expect(names(after, "two")).toEqual(names(before, "two"));
    expect(await store.institutions.liveItems("ins_1")).toBe(ITEMS);
    expect(await store.clients.removed()).toEqual([]);
    const again = sampleClient({ clientId: "one", publicKey: "one" });
    await store.clients.add(again);
    expect(await store.clients.byClientId("one")).toEqual(again);
  });

  test("all rows of a client, its Items, users, reports and sessions are erased with the client", async () => {
    const { db, rows } = await filled();
    const filledTables = new Set((await rows()).map(({ table }) => table));
    const tables = await db.introspection.getTables();
    for (const { name, columns } of tables.filter(({ name }) => !IS_PART.test(name)))
      if (columns.some((column) => OWNERS.includes(column.name)) && !EXEMPT.includes(name))
        expect(filledTables).toContain(name);
  });

  test("several processes erase a client together", async () => {
    const { address, store, rows, remove } = await filled();
    await remove();
    const stores = [store, await open(address)];
    const erasures = stores.map((store) =>
      eraseRemovedClient({ store: store, ...SERVICES }, "one"),
    );
    expect(await Promise.all(erasures)).toEqual([null, null]);
    await store.eraseDeletedRows();
    const after = await rows();
    expect(names(after, "one").filter((text) => !text.includes(REVOKE_JOB))).toEqual([]);
    expect(after.filter(({ name }) => name === REVOKE_JOB)).toHaveLength(ITEMS);
    expect(await store.institutions.liveItems("ins_1")).toBe(ITEMS);
  });

  test("a client that was not removed is not erased", async () => {
    const { store, rows } = await filled();
    const before = await rows();
    for (const clientId of ["one", "nobody"])
      expect(await eraseRemovedClient({ store, ...SERVICES }, clientId)).toBeNull();
    expect(await rows()).toEqual(before);
  });

  test("a removed client's data is hidden before it is erased, and its keys are free", async () => {
    const store = await empty();
    const client = sampleClient();
    await store.clients.add(client);
    await store.users.add(sampleUser());
    const newItem = sampleItem("1");
    await store.items.create(newItem);
    await store.linkTokens.create(sampleLinkToken());
    const session = sampleSession();
    await store.sessions.start(session);
    await store.assetReports.create(sampleReport("1", { state: READY }), []);
    await store.assetReports.addAuditCopy(sampleCopy("copy-1", "report-1"));
    const { item, publicToken } = newItem;
    const ofClient = { clientId: "client-1", itemId: item.itemId };
    await store.deliveries.record(
      {
        ...{ ...ofClient, deliveryId: "delivery-1", url: "https://shop.example/", webhook: "A:B" },
        ...{
          sealedBody: "sealed",
          createdAt: NOW,
          firstTriedAt: NOW,
          nextTryAt: null,
          state: "waiting",
        },
      },
      { at: NOW, ms: 1, status: 500, failure: null, excerpt: "", headers: null },
    );
    const page = { order: "descending", limit: 9 } as const;
    const list = {
      ...({ clientId: null, institutionId: null, state: "live", after: null } as const),
      ...page,
    };
    const clientsPage = { search: "", access: null, after: null, ...page };
    const lookUpAll = async () => [
      await store.clients.byClientId("client-1"),
      await store.clients.byPublicKey("public-key-1"),
      await store.clients.first(),
      ...(await store.clients.all()),
      ...(await store.clients.originsOfClientsWith("https://shop.example")),
      ...(await store.lists.clients(clientsPage)).rows,
      ...(await store.lists.items(list)).rows,
      ...(
        await store.lists.webhooks({
          ...ofClient,
          state: null,
          sort: "created",
          ...page,
          after: null,
        })
      ).rows,
      await store.deliveries.byId("delivery-1"),
      ...(await store.portalUsers.items({ itemId: item.itemId, personId: null })),
      await store.users.byUserId("usr_1"),
      await store.items.byItemId(item.itemId),
      ...(await store.items.byAccessTokens([item.accessTokenDigest])).keys(),
      await store.publicTokens.byDigest(publicToken.digest),
      await store.linkTokens.byDigest(sampleLinkToken().digest),
      await store.sessions.byTokenDigest(session.tokenDigest),
      await store.sessions.byLinkSessionId(session.linkSessionId),
      await store.assetReports.byId("report-1"),
      await store.assetReports.byTokenDigest("assets-1"),
      await store.assetReports.auditCopy("copy-1"),
    ];
    expect(await lookUpAll()).toHaveLength(20);
    expect(await lookUpAll()).not.toContain(null);
    await store.clients.remove("client-1", { onlyEmpty: false, now: NOW });
    expect((await lookUpAll()).filter((found) => found !== null)).toEqual([]);
    expect(await store.sessions.advance(session, { step: { at: "institution" } })).toBe(false);
    expect(await store.clients.changeSecrets("client-1", () => [])).toBe(false);
    expect(await store.clients.removed()).toEqual(["client-1"]);
    expect(await store.clients.remove("client-1", { onlyEmpty: false, now: NOW })).toEqual({
      removed: false,
      liveItems: 0,
    });
    const next = sampleClient({ clientId: "client-2" });
    await store.clients.add(next);
    expect(await store.clients.byPublicKey("public-key-1")).toEqual(next);
  });
};

/** The parts of a partitioned table are tables themselves, with rows of the whole. */
const IS_PART = /_(\d{2}|\d{8}|earlier|rest)$/;

const OWNERS = ["client_id", "item_id", "user_id", "asset_report_id", "link_session_id"];
