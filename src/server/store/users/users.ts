import { z } from "zod";
import { LEGACY_FIELDS, type LegacyUseStore } from "../../domain/users/legacy-use.ts";
import type { ItemRevocation, User, UserStore } from "../../domain/users/user.ts";
import { appendEntry } from "../audit/audit-log.ts";
import { deleteReports } from "../consumer-reports/consumer-reports.ts";
import { changeItem } from "../items/change-item.ts";
import { itemsOfUser } from "../items/item-finders.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { preparedRead } from "../prepared-query.ts";
import { isOfPresentClient } from "../present-client.ts";
import { lockUser } from "../require-user.ts";
import type { Database, Queryable } from "../tables.ts";

const USER = [
  "user_id as userId",
  "client_id as clientId",
  "client_user_id as clientUserId",
  "legacy_user_id as legacyUserId",
  "sealed_identity as sealedIdentity",
  "created_at as createdAt",
  "products_ended_at as productsEndedAt",
] as const;

/** Users, and the Items that were linked under them. */
export const users = (db: Database, writeWithOutbox: WriteWithOutbox): UserStore => ({
  add: async (user) => {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto("end_user")
      .values({
        user_id: user.userId,
        client_id: user.clientId,
        client_user_id: user.clientUserId,
        legacy_user_id: user.legacyUserId,
        sealed_identity: user.sealedIdentity,
        created_at: user.createdAt,
        products_ended_at: user.productsEndedAt,
      })
      .onConflict((conflict) => conflict.columns(["client_id", "client_user_id"]).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  },

  byUserId: userById(db),

  byClientUserId: async (clientId, clientUserId) =>
    (await db
      .selectFrom("end_user")
      .select(USER)
      .where("client_id", "=", clientId)
      .where("client_user_id", "=", clientUserId)
      .executeTakeFirst()) ?? null,

  setIdentity: async (userId, sealedIdentity, previous) => {
    const update = db
      .updateTable("end_user")
      .set({ sealed_identity: sealedIdentity })
      .where("user_id", "=", userId);
    const { numUpdatedRows } = await (previous === undefined
      ? update
      : update.where("sealed_identity", previous === null ? "is" : "=", previous)
    ).executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  endProducts: (userId, now) =>
    db.transact(async (transaction) => {
      if (!(await lockUser(transaction, userId))) return;
      await transaction
        .updateTable("end_user")
        .set({ products_ended_at: now })
        .where("user_id", "=", userId)
        .where("products_ended_at", "is", null)
        .execute();
      for (const table of ["cash_flow_monitor", "cash_flow_subscription"] as const)
        await transaction.deleteFrom(table).where("user_id", "=", userId).execute();
    }),

  items: (userId) => itemsOfUser(db, userId),

  remove: (userId, revocations, jobs = []) =>
    writeWithOutbox(jobs, async (transaction) => {
      if (!(await lockUser(transaction, userId))) return false;
      if (!(await areCurrent(transaction, userId, revocations))) return false;
      for (const { item, changes, endedAt } of revocations) {
        await changeItem(transaction)
          .set({
            error: changes.error,
            consent_end: null,
            logged_in_at: changes.loggedInAt,
          })
          .where("item_id", "=", item.itemId)
          .execute();
        if (endedAt !== undefined)
          await appendEntry(transaction, {
            at: endedAt,
            actor: { kind: "client", name: item.clientId },
            action: "connection.end_with_user",
            subject: item.itemId,
            clientId: item.clientId,
          });
      }
      await changeItem(transaction).set({ user_id: null }).where("user_id", "=", userId).execute();
      await deleteReports(transaction, "user_id", userId);
      await transaction.deleteFrom("end_user").where("user_id", "=", userId).execute();
      return true;
    }),
});

function userById(db: Database): UserStore["byUserId"] {
  const find = preparedRead<{ userId: string }, User>(db, (param) =>
    db
      .selectFrom("end_user")
      .select(USER)
      .where("user_id", "=", param("userId"))
      .where(isOfPresentClient("end_user")),
  );
  return async (userId) => (await find({ userId }))[0] ?? null;
}

/** Whether these are the user's Items, as they were read; they are locked from here on. */
async function areCurrent(
  transaction: Queryable,
  userId: string,
  revocations: readonly ItemRevocation[],
): Promise<boolean> {
  // Writing the rows locks them even if several transactions run at once.
  await changeItem(transaction).where("user_id", "=", userId).execute();
  const current = await itemsOfUser(transaction, userId);
  return (
    current.length === revocations.length &&
    current.every((standing, index) => {
      const item = revocations[index]?.item;
      return (
        item?.itemId === standing.itemId &&
        item.error === standing.error &&
        item.loggedInAt === standing.loggedInAt
      );
    })
  );
}

const Field = z.enum(LEGACY_FIELDS);

/** Uses of the legacy user API, a row per client, path and field. */
export const legacyUses = (db: Database): LegacyUseStore => ({
  add: (uses) =>
    db.transact(async (transaction) => {
      for (const { clientId, path, field, count, lastAt, requestId } of uses) {
        const client = await transaction
          .selectFrom("client")
          .select("client_id")
          .where("client_id", "=", clientId)
          .where("removed_at", "is", null)
          .executeTakeFirst();
        if (!client) continue;
        await transaction
          .insertInto("legacy_use")
          .values({
            client_id: clientId,
            path,
            field,
            count,
            last_at: lastAt,
            request_id: requestId,
          })
          .onConflict((conflict) =>
            conflict.columns(["client_id", "path", "field"]).doUpdateSet((row) => ({
              count: row("legacy_use.count", "+", row.ref("excluded.count")),
              last_at: lastAt,
              request_id: requestId,
            })),
          )
          .execute();
      }
    }),

  all: async () => {
    const rows = await db
      .selectFrom("legacy_use")
      .select([
        "client_id as clientId",
        "path",
        "field",
        "count",
        "last_at as lastAt",
        "request_id as requestId",
      ])
      .orderBy("client_id")
      .orderBy("path")
      .orderBy("field")
      .execute();
    return rows.map((row) => ({ ...row, field: Field.parse(row.field) }));
  },
});
