import { z } from "zod";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { Client, ClientStore } from "../../domain/clients/client.ts";
import { ClientElsewhere } from "../../domain/clients/client-elsewhere.ts";
import type { ClientSecret } from "../../domain/clients/client-secret.ts";
import type { ProductionAccess } from "../../domain/clients/production-access.ts";
import { eraseClient, markRemoved } from "../erasure/erase-client.ts";
import { endLinksOfClient } from "../grants/end-grants.ts";
import { countLiveItems, liveItemTotals, sumLiveItems } from "../items/live-item-totals.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { jsonColumn } from "../json-column.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database, MoveStep, Queryable, Tables } from "../tables.ts";
import { absentClients } from "./absent-clients.ts";
import { clientSecrets, insertSecrets, readAllSecrets, readSecretsOf } from "./client-secrets.ts";
import { addToList } from "./client-settings.ts";
import { isRefused } from "./live-move.ts";

const productList = jsonColumn(z.array(z.enum(LINK_PRODUCTS)));
const institutionList = jsonColumn(z.array(z.string()));

export const clients = (db: Database, writeWithOutbox: WriteWithOutbox): ClientStore => ({
  byClientId: clientBy(db, "client_id"),

  byPublicKey: clientBy(db, "public_key"),

  add: (client) =>
    db.transact(async (transaction) => {
      await transaction
        .insertInto("client")
        .values({
          client_id: client.clientId,
          name: client.name,
          public_key: client.publicKey,
          public_key_enabled: client.publicKeyEnabled ? 1 : 0,
          partner: client.partner ? 1 : 0,
          legacy_user_api: client.legacyUserApi ? 1 : 0,
          grants_allowed: client.grantsAllowed ? 1 : 0,
          default_version: client.defaultVersion,
          products: productList.write(client.products),
          institutions: institutionList.write(client.institutions),
          account_selection: client.accountSelection,
          ...accessColumns(client.productionAccess),
          created_at: client.createdAt,
          removed_at: null,
        })
        .execute();
      await insertSecrets(transaction, client.clientId, client.secrets);
      await insertOrigins(transaction, client.clientId, client.allowedOrigins);
    }),

  first: async () => {
    const oldest = db
      .selectFrom("client as oldest")
      .select("oldest.client_id")
      .where("oldest.removed_at", "is", null)
      .orderBy("oldest.created_at")
      .orderBy("oldest.client_id")
      .limit(1);
    const rows = await select(db).where("client.client_id", "=", oldest).execute();
    return assemble(rows, await readSecretsOf(db)(rows[0]?.clientId ?? ""));
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

  allowOrigin: (clientId, origin, limit) =>
    addToList(
      db,
      { clientId, entry: origin, limit },
      {
        read: (transaction) =>
          transaction
            .selectFrom("client_origin")
            .select(["origin as entry", "position"])
            .where("client_id", "=", clientId)
            .execute(),
        insert: (transaction, position) =>
          transaction
            .insertInto("client_origin")
            .values({ client_id: clientId, origin, position })
            .execute(),
      },
    ),

  disallowOrigin: async (clientId, origin) => {
    await db
      .deleteFrom("client_origin")
      .where("client_id", "=", clientId)
      .where("origin", "=", origin)
      .execute();
  },

  setName: (clientId, name) => update(db, clientId, { name }),

  setPartner: (clientId, partner) => update(db, clientId, { partner: partner ? 1 : 0 }),

  setInstitutions: (clientId, institutionIds) =>
    update(db, clientId, { institutions: institutionList.write([...institutionIds]) }),

  setGrantsAllowed: (clientId, isOn, now) =>
    db.transact(async (transaction) => {
      await update(transaction, clientId, { grants_allowed: isOn ? 1 : 0 });
      if (!isOn) await endLinksOfClient(transaction, clientId, now);
    }),

  setLegacyUserApi: (clientId, isOn) => update(db, clientId, { legacy_user_api: isOn ? 1 : 0 }),

  setAccountSelection: (clientId, selection) =>
    update(db, clientId, { account_selection: selection }),

  setDefaultVersion: (clientId, version) => update(db, clientId, { default_version: version }),

  setPublicKeyEnabled: (clientId, isOn) =>
    update(db, clientId, { public_key_enabled: isOn ? 1 : 0 }),

  setProducts: (clientId, products) =>
    update(db, clientId, { products: productList.write([...products]) }),

  setProductionAccess: (clientId, access) => update(db, clientId, accessColumns(access)),

  all: async () => {
    const rows = await select(db)
      .clearOrderBy()
      .orderBy("created_at")
      .orderBy("client.client_id")
      .orderBy("position")
      .execute();
    const secrets = await readAllSecrets(db);
    const live = await liveItemTotals(db, "client");
    return [...new Set(rows.map(({ clientId }) => clientId))].flatMap((clientId) => {
      const client = assemble(
        rows.filter((row) => row.clientId === clientId),
        secrets.get(clientId) ?? [],
      );
      return client ? [{ client, liveItems: live.get(clientId) ?? 0 }] : [];
    });
  },

  liveItems: () => sumLiveItems(db),

  ...clientSecrets(db),

  remove: async (clientId, { onlyEmpty, jobs = [], now }) => {
    let liveItems = 0;
    const isRemoved = await writeWithOutbox(jobs, async (transaction) => {
      if (!(await isPresent(transaction, clientId))) return false;
      liveItems = await countLiveItems(transaction, { kind: "client", id: clientId });
      return onlyEmpty && liveItems > 0 ? false : markRemoved(transaction, clientId, now);
    });
    return { removed: isRemoved, liveItems };
  },

  ...absentClients(db),

  erase: eraseClient(db, writeWithOutbox),
});

/** A row per origin of a client, in order; a client without origins has one row with a null origin. */
const select = (db: Queryable) =>
  db
    .selectFrom("client")
    .leftJoin("client_origin", "client_origin.client_id", "client.client_id")
    .select([
      "client.client_id as clientId",
      "name",
      "client.public_key as publicKey",
      "public_key_enabled as publicKeyEnabled",
      "partner",
      "legacy_user_api as legacyUserApi",
      "grants_allowed as grantsAllowed",
      "default_version as defaultVersion",
      "products",
      "institutions",
      "account_selection as accountSelection",
      "production_access as access",
      "production_requested_at as requestedAt",
      "production_note as note",
      "created_at as createdAt",
      "origin",
    ])
    .where("client.removed_at", "is", null)
    .orderBy("position");

/** Reads a client; throws while it moves to another cell, and for one that has left for another cell. */
function clientBy(db: Database, key: "client_id" | "public_key"): ClientStore["byClientId"] {
  const find = preparedRead<{ value: string }, Row & { step: MoveStep | null }>(db, (param) =>
    select(db)
      .leftJoin("client_move", "client_move.client_id", "client.client_id")
      .select("client_move.step")
      .where(`client.${key}`, "=", param("value")),
  );
  const findMove = preparedRead<{ value: string }, { step: MoveStep; target: string }>(
    db,
    (param) =>
      db
        .selectFrom("client_move")
        .select(["step", "target"])
        .where(key, "=", param("value"))
        .where("step", "<>", "arrived"),
  );
  const secretsOf = readSecretsOf(db);
  return async (value) => {
    const found = await find({ value });
    if (found.some(({ step }) => isRefused(step))) throw new ClientElsewhere(null);
    const [move] = found.length > 0 ? [] : await findMove({ value });
    if (move && isRefused(move.step))
      throw new ClientElsewhere(move.step === "left" ? move.target : null);
    const rows = found.map(({ step: _, ...row }) => row);
    return assemble(rows, rows[0] ? await secretsOf(rows[0].clientId) : []);
  };
}

async function isPresent(db: Queryable, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom("client")
    .select("client_id")
    .where("client_id", "=", clientId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

async function update(
  db: Queryable,
  clientId: string,
  changes: Partial<Tables["client"]>,
): Promise<void> {
  await db
    .updateTable("client")
    .set(changes)
    .where("client_id", "=", clientId)
    .where("removed_at", "is", null)
    .execute();
}

type Row = Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number];

function assemble(rows: Row[], secrets: ClientSecret[]): Client | null {
  const [first] = rows;
  if (!first) return null;
  const { origin: _, access, requestedAt, note, ...client } = first;
  return {
    ...client,
    secrets,
    productionAccess:
      access === "requested"
        ? { state: access, at: requestedAt ?? client.createdAt, note }
        : { state: access },
    publicKeyEnabled: client.publicKeyEnabled === 1,
    partner: client.partner === 1,
    legacyUserApi: client.legacyUserApi === 1,
    grantsAllowed: client.grantsAllowed === 1,
    products: productList.read(client.products),
    institutions: institutionList.read(client.institutions),
    allowedOrigins: rows.flatMap(({ origin }) => origin ?? []),
  };
}

const accessColumns = (access: ProductionAccess) => ({
  production_access: access.state,
  production_requested_at: access.state === "requested" ? access.at : null,
  production_note: access.state === "requested" ? access.note : "",
});

async function insertOrigins(db: Queryable, clientId: string, origins: string[]): Promise<void> {
  if (origins.length === 0) return;
  const rows = origins.map((origin, position) => ({ client_id: clientId, position, origin }));
  await db.insertInto("client_origin").values(rows).execute();
}
