import type { GrantAgreementStore } from "../../domain/grants/grant-agreement.ts";
import type { Queryable } from "../tables.ts";

const AGREEMENT = [
  "agreement_id as agreementId",
  "grant_id as grantId",
  "details",
  "created_at as createdAt",
] as const;

/** The agreements of applications with their users. */
export const grantAgreements = (db: Queryable): GrantAgreementStore => ({
  create: async ({ agreementId, grantId, details, createdAt }) => {
    await db
      .insertInto("grant_agreement")
      .values({
        agreement_id: agreementId,
        grant_id: grantId,
        details,
        created_at: createdAt,
      })
      .execute();
  },

  byId: async (grantId, agreementId) =>
    (await selectAgreements(db, grantId)
      .where("agreement_id", "=", agreementId)
      .executeTakeFirst()) ?? null,

  list: async (grantId, { limit, offset }) => {
    const agreements = await selectAgreements(db, grantId)
      .orderBy("created_at", "desc")
      .orderBy("agreement_id")
      .limit(limit)
      .offset(offset)
      .execute();
    const { count } = await db
      .selectFrom("grant_agreement")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("grant_id", "=", grantId)
      .executeTakeFirstOrThrow();
    return { agreements, count: Number(count) };
  },

  replace: async (grantId, agreementId, { from, to }) => {
    const { numUpdatedRows } = await db
      .updateTable("grant_agreement")
      .set({ details: to })
      .where("grant_id", "=", grantId)
      .where("agreement_id", "=", agreementId)
      .where("details", "=", from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  remove: async (grantId, agreementId) => {
    await db
      .deleteFrom("grant_agreement")
      .where("grant_id", "=", grantId)
      .where("agreement_id", "=", agreementId)
      .execute();
  },
});

const selectAgreements = (db: Queryable, grantId: string) =>
  db.selectFrom("grant_agreement").select(AGREEMENT).where("grant_id", "=", grantId);
