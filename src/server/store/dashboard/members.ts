import type { Member, MemberStore } from "../../domain/dashboard/member.ts";
import type { Database, Queryable } from "../tables.ts";

/** The members of clients, and the operator's own members. */
export const members = (db: Database): MemberStore => ({
  byId: (memberId) => find(db, "member_id", memberId),

  byEmail: (email) => find(db, "email", email),

  of: (clientId) =>
    select(db).where("client_id", equals(clientId), clientId).orderBy("email").execute(),

  hasAny: async (clientId) => {
    const row = await db
      .selectFrom("member")
      .select("member_id")
      .$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  put: (member) =>
    db.transact(async (transaction) => {
      const { member_id, ...columns } = toRow(member);
      await transaction
        .deleteFrom("dashboard_session")
        .where("member_id", "=", member_id)
        .execute();
      await transaction.deleteFrom("member_passkey").where("member_id", "=", member_id).execute();
      await transaction
        .insertInto("member")
        .values({ member_id, ...columns })
        .onConflict((conflict) => conflict.column("member_id").doUpdateSet(columns))
        .execute();
    }),

  recordCode: async (memberId, totpStep, signedInAt) => {
    const { numUpdatedRows } = await db
      .updateTable("member")
      .set({ totp_step: totpStep, wrong_codes: 0, signed_in_at: signedInAt })
      .where("member_id", "=", memberId)
      .where("totp_step", "<", totpStep)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  countWrongCode: async (memberId) => {
    await db
      .updateTable("member")
      .set((member) => ({ wrong_codes: member("wrong_codes", "+", 1) }))
      .where("member_id", "=", memberId)
      .execute();
  },

  setRole: async (memberId, role) => {
    await db.updateTable("member").set({ role }).where("member_id", "=", memberId).execute();
  },

  remove: async (memberId) => {
    await db.deleteFrom("member").where("member_id", "=", memberId).execute();
  },

  passkeys: (memberId) =>
    selectPasskeys(db).where("member_id", "=", memberId).orderBy("created_at").execute(),

  passkey: async (credentialId) =>
    (await selectPasskeys(db).where("credential_id", "=", credentialId).executeTakeFirst()) ?? null,

  addPasskey: async (passkey) => {
    await db
      .insertInto("member_passkey")
      .values({
        credential_id: passkey.credentialId,
        member_id: passkey.memberId,
        name: passkey.name,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        challenged_at: passkey.challengedAt,
        created_at: passkey.createdAt,
        used_at: passkey.usedAt,
      })
      .execute();
  },

  usePasskey: (credentialId, { counter, challengedAt, usedAt }) =>
    db.transact(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("member_passkey")
        .set({ counter, challenged_at: challengedAt, used_at: usedAt })
        .where("credential_id", "=", credentialId)
        .where("challenged_at", "<", challengedAt)
        .where((where) =>
          where.or([where("counter", "<", counter), where("counter", "=", counter === 0 ? 0 : -1)]),
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await transaction
        .updateTable("member")
        .set({ wrong_codes: 0, signed_in_at: usedAt })
        .where("member_id", "in", (query) =>
          query
            .selectFrom("member_passkey")
            .select("member_id")
            .where("credential_id", "=", credentialId),
        )
        .execute();
      return true;
    }),

  removePasskey: async (memberId, credentialId) => {
    const { numDeletedRows } = await db
      .deleteFrom("member_passkey")
      .where("credential_id", "=", credentialId)
      .where("member_id", "=", memberId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  invite: ({ clientId, email, ...invitation }) =>
    db.transact(async (transaction) => {
      if (email !== null)
        await transaction
          .deleteFrom("member_invitation")
          .where("client_id", equals(clientId), clientId)
          .where("email", "=", email)
          .execute();
      await transaction
        .insertInto("member_invitation")
        .values({
          invitation_id: invitation.invitationId,
          token_digest: invitation.tokenDigest,
          client_id: clientId,
          email,
          role: invitation.role,
          invited_by: invitation.invitedBy,
          created_at: invitation.createdAt,
          expires_at: invitation.expiresAt,
        })
        .execute();
    }),

  invitation: async (tokenDigest, now) =>
    (await selectInvitations(db, now).where("token_digest", "=", tokenDigest).executeTakeFirst()) ??
    null,

  invitations: (clientId, now) =>
    selectInvitations(db, now)
      .where("client_id", equals(clientId), clientId)
      .orderBy("created_at", "desc")
      .execute(),

  invitationsOf: ({ memberId, clientId, email }, now) =>
    selectInvitations(db, now)
      .where((where) =>
        where.or([
          where("invited_by", "=", memberId),
          where.and([where("email", "=", email), where("client_id", equals(clientId), clientId)]),
        ]),
      )
      .orderBy("created_at")
      .execute(),

  endInvitation: async (invitationId) => {
    const { numDeletedRows } = await db
      .deleteFrom("member_invitation")
      .where("invitation_id", "=", invitationId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});

const equals = (value: string | null) => (value === null ? "is" : "=");

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
      "wrong_codes as wrongCodes",
      "created_at as createdAt",
      "signed_in_at as signedInAt",
    ]);

const toRow = (member: Member) => ({
  member_id: member.memberId,
  client_id: member.clientId,
  email: member.email,
  role: member.role,
  password_hash: member.passwordHash,
  sealed_totp: member.sealedTotp,
  totp_step: member.totpStep,
  wrong_codes: member.wrongCodes,
  created_at: member.createdAt,
  signed_in_at: member.signedInAt,
});

const selectInvitations = (db: Queryable, now: number) =>
  db
    .selectFrom("member_invitation")
    .select([
      "invitation_id as invitationId",
      "token_digest as tokenDigest",
      "client_id as clientId",
      "email",
      "role",
      "invited_by as invitedBy",
      "created_at as createdAt",
      "expires_at as expiresAt",
    ])
    .where("expires_at", ">", now);

const selectPasskeys = (db: Queryable) =>
  db
    .selectFrom("member_passkey")
    .select([
      "credential_id as credentialId",
      "member_id as memberId",
      "name",
      "public_key as publicKey",
      "counter",
      "challenged_at as challengedAt",
      "created_at as createdAt",
      "used_at as usedAt",
    ]);
