import { newToken, opaqueId } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";
import { Identity } from "./identity.ts";
import type { User } from "./user.ts";

/** Which of the two schemas of /user/create a user is made by. */
export type UserSchema = "new" | "legacy";

/** A new user without an identity, as one of the schemas names it. */
export const newUser = (
  { clock, environment, random }: Pick<Runtime, "clock" | "environment" | "random">,
  { schema, ...owner }: Pick<User, "clientId" | "clientUserId"> & { schema: UserSchema },
): User => ({
  ...owner,
  userId:
    schema === "new" ? `usr_${opaqueId(random, 27)}` : newToken("user", { environment, random }),
  legacyUserId: schema === "new" ? null : opaqueId(random, 27),
  sealedIdentity: null,
  createdAt: clock(),
});

/** An identity, sealed for one user. */
export const sealIdentity = (
  { vault }: Pick<Runtime, "vault">,
  userId: string,
  identity: Identity,
): string => vault.seal(purposeOf(userId), JSON.stringify(identity));

/** The identity of a user, unsealed; null if none was given. */
export const identityOf = (
  { vault }: Pick<Runtime, "vault">,
  { userId, sealedIdentity }: Pick<User, "userId" | "sealedIdentity">,
): Identity | null =>
  sealedIdentity === null
    ? null
    : Identity.parse(JSON.parse(vault.open(purposeOf(userId), sealedIdentity)));

const purposeOf = (userId: string): string => `user-identity:${userId}`;
