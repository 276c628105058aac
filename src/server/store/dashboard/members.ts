import type { Member, MemberStore } from "../../domain/dashboard/member.ts";
import type { Database, Queryable } from "../tables.ts";

/** The members of clients, and the operator's people. */
export const members = (db: Database): MemberStore => ({
  byId: (memberId) => find(db, "member_id", memberId),

  byEmail: (email) => find(db, "email", email),

  of: (clientId) =>
    select(db)
      .where("client_id", clientId === null ? "is" : "=", clientId)
      .orderBy("email")
      .execute(),

  hasAny: async (clientId) => {
    const row = await db
      .selectFrom("member")
      .select("member_id")
      .where("client_id", "=", clientId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  put: (member) =>
    db.transact(async (transaction) => {
      const { member_id, ...columns } = rowOf(member);
      await transaction
        .deleteFrom("dashboard_session")
        .where("member_id", "=", member_id)
        .execute();
      await transaction
        .insertInto("member")
        .values({ member_id, ...columns })
        .onConflict((conflict) => conflict.column("member_id").doUpdateSet(columns))
        .execute();
    }),

  setRole: async (memberId, role) => {
    await db.updateTable("member").set({ role }).where("member_id", "=", memberId).execute();
  },

  remove: async (memberId) => {
    await db.deleteFrom("member").where("member_id", "=", memberId).execute();
  },
});

const find = async (
  db: Queryable,
  key: "member_id" | "email",
  value: string,
): Promise<Member | null> => (await select(db).where(key, "=", value).executeTakeFirst()) ?? null;

const select = (db: Queryable) =>
  db
    .selectFrom("member")
    .select([
      "member_id as memberId",
      "client_id as clientId",
      "email",
      "role",
      "password_hash as passwordHash",
      "sealed_totp as sealedTotp",
      "totp_step as totpStep",
      "created_at as createdAt",
      "signed_in_at as signedInAt",
    ]);

const rowOf = (member: Member) => ({
  member_id: member.memberId,
  client_id: member.clientId,
  email: member.email,
  role: member.role,
  password_hash: member.passwordHash,
  sealed_totp: member.sealedTotp,
  totp_step: member.totpStep,
  created_at: member.createdAt,
  signed_in_at: member.signedInAt,
});
