import { z } from "zod";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { Client, ClientStore } from "../../domain/clients/client.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { jsonColumn } from "../json-column.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database, Queryable } from "../tables.ts";
import { countLiveItems, removeClient } from "./remove-client.ts";

const productList = jsonColumn(z.array(z.enum(LINK_PRODUCTS)));
const institutionList = jsonColumn(z.array(z.string()));

/** The applications that use this server, and the origins that they registered. */
export const clients = (db: Database, writeWith: WriteWithOutbox): ClientStore => ({
  byClientId: clientBy(db, "client.client_id"),

  byPublicKey: clientBy(db, "public_key"),

  add: (client) =>
    db.transact(async (transaction) => {
      await transaction
        .insertInto("client")
        .values({
          client_id: client.clientId,
          secret_digest: client.secretDigest,
          public_key: client.publicKey,
          public_key_enabled: client.publicKeyEnabled ? 1 : 0,
          partner: client.partner ? 1 : 0,
          legacy_user_api: client.legacyUserApi ? 1 : 0,
          default_version: client.defaultVersion,
          products: productList.write(client.products),
          institutions: institutionList.write(client.institutions),
          account_selection: client.accountSelection,
          created_at: client.createdAt,
        })
        .execute();
      await insertOrigins(transaction, client.clientId, client.allowedOrigins);
    }),

  first: async () => {
    const oldest = db
      .selectFrom("client as oldest")
      .select("oldest.client_id")
      .orderBy("oldest.created_at")
      .orderBy("oldest.client_id")
      .limit(1);
    return assemble(await select(db).where("client.client_id", "=", oldest).execute());
  },

  originsOfClientsWith: async (origin) => {
    const clientIds = db
      .selectFrom("client_origin as registered")
      .select("registered.client_id")
      .where("registered.origin", "=", origin);
    const rows = await db
      .selectFrom("client_origin")
      .select("client_origin.origin")
      .distinct()
      .where("client_origin.client_id", "in", clientIds)
      .orderBy("client_origin.origin")
      .execute();
    return rows.map((row) => row.origin);
  },

  allowOrigin: (clientId, origin, most) =>
    db.transact(async (transaction) => {
      // Writing the client's row locks it against concurrent additions of origins.
      await transaction
        .updateTable("client")
        .set((row) => ({ created_at: row.ref("created_at") }))
        .where("client_id", "=", clientId)
        .execute();
      const existing = await transaction
        .selectFrom("client_origin")
        .select(["origin", "position"])
        .where("client_id", "=", clientId)
        .execute();
      if (existing.some((row) => row.origin === origin)) return true;
      if (existing.length >= most) return false;
      const position = Math.max(-1, ...existing.map((row) => row.position)) + 1;
      await transaction
        .insertInto("client_origin")
        .values({ client_id: clientId, origin, position })
        .execute();
      return true;
    }),

  disallowOrigin: async (clientId, origin) => {
    await db
      .deleteFrom("client_origin")
      .where("client_id", "=", clientId)
      .where("origin", "=", origin)
      .execute();
  },

  setPartner: async (clientId, partner) => {
    await db
      .updateTable("client")
      .set({ partner: partner ? 1 : 0 })
      .where("client_id", "=", clientId)
      .execute();
  },

  setInstitutions: async (clientId, institutionIds) => {
    await db
      .updateTable("client")
      .set({ institutions: institutionList.write([...institutionIds]) })
      .where("client_id", "=", clientId)
      .execute();
  },

  setLegacyUserApi: async (clientId, isOn) => {
    await db
      .updateTable("client")
      .set({ legacy_user_api: isOn ? 1 : 0 })
      .where("client_id", "=", clientId)
      .execute();
  },

  setAccountSelection: async (clientId, selection) => {
    await db
      .updateTable("client")
      .set({ account_selection: selection })
      .where("client_id", "=", clientId)
      .execute();
  },

  setDefaultVersion: async (clientId, version) => {
    await db
      .updateTable("client")
      .set({ default_version: version })
      .where("client_id", "=", clientId)
      .execute();
  },

  all: async () => {
    const rows = await select(db)
      .clearOrderBy()
      .orderBy("created_at")
      .orderBy("client.client_id")
      .orderBy("position")
      .execute();
    const live = await countLiveItems(db);
    return [...new Set(rows.map(({ clientId }) => clientId))].flatMap((clientId) => {
      const client = assemble(rows.filter((row) => row.clientId === clientId));
      return client ? [{ client, liveItems: live.get(clientId) ?? 0 }] : [];
    });
  },

  setSecret: async (clientId, secretDigest) => {
    const { numUpdatedRows } = await db
      .updateTable("client")
      .set({ secret_digest: secretDigest })
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  remove: async (clientId, { onlyEmpty, jobs = [], now }) => {
    let liveItems = 0;
    const isRemoved = await writeWith(jobs, async (transaction) => {
      liveItems = (await countLiveItems(transaction)).get(clientId) ?? 0;
      return onlyEmpty && liveItems > 0
        ? false
        : removeClient(transaction, clientId, { liveItems, now });
    });
    return { removed: isRemoved, liveItems };
  },
});

/** A row per origin of a client, in order; one row without an origin where it has none. */
const select = (db: Queryable) =>
  db
    .selectFrom("client")
    .leftJoin("client_origin", "client_origin.client_id", "client.client_id")
    .select([
      "client.client_id as clientId",
      "secret_digest as secretDigest",
      "public_key as publicKey",
      "public_key_enabled as publicKeyEnabled",
      "partner",
      "legacy_user_api as legacyUserApi",
      "default_version as defaultVersion",
      "products",
      "institutions",
      "account_selection as accountSelection",
      "created_at as createdAt",
      "origin",
    ])
    .orderBy("position");

function clientBy(db: Database, key: "client.client_id" | "public_key"): ClientStore["byClientId"] {
  const find = preparedRead<{ value: string }, Row>(db, (param) =>
    select(db).where(key, "=", param("value")),
  );
  return async (value) => assemble(await find({ value }));
}

type Row = Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number];

function assemble(rows: Row[]): Client | null {
  const [first] = rows;
  if (!first) return null;
  const { origin: _, ...client } = first;
  return {
    ...client,
    publicKeyEnabled: client.publicKeyEnabled === 1,
    partner: client.partner === 1,
    legacyUserApi: client.legacyUserApi === 1,
    products: productList.read(client.products),
    institutions: institutionList.read(client.institutions),
    allowedOrigins: rows.flatMap(({ origin }) => origin ?? []),
  };
}

async function insertOrigins(db: Queryable, clientId: string, origins: string[]): Promise<void> {
  if (origins.length === 0) return;
  const rows = origins.map((origin, position) => ({ client_id: clientId, position, origin }));
  await db.insertInto("client_origin").values(rows).execute();
}
