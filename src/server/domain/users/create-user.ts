import { Fault } from "../fault.ts";
import { newToken, opaqueId } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";
import type { UserDeps } from "./deps.ts";
import { Identity } from "./identity.ts";
import type { User } from "./user.ts";

/** The schema of the /user/create request that creates a user. */
export type UserSchema = "new" | "legacy";

type Request = {
  clientId: string;
  clientUserId: string;
  schema: UserSchema;
  /** The identity to attach, also to an existing user; null for none. */
  identity: Identity | null;
};

/** Returns the user of a client_user_id, created if missing. Concurrent calls get the same user. */
export const createUser = async (
  services: UserDeps,
  { clientId, clientUserId, schema, identity }: Request,
): Promise<{ user: User; isNew: boolean }> => {
  const { users } = services.store;
  for (;;) {
    const existing = await users.byClientUserId(clientId, clientUserId);
    if (!existing) {
      const blank = newUser(services, { clientId, clientUserId, schema });
      const sealedIdentity = identity && sealIdentity(services, blank.userId, identity);
      const user = { ...blank, sealedIdentity };
      if (await users.add(user)) return { user, isNew: true };
      // Another call wrote first.
      continue;
    }
    if (schema === "legacy" && existing.legacyUserId === null) throw notLegacy();
    const newSealedIdentity = identity && sealIdentity(services, existing.userId, identity);
    // Another call may have removed the user.
    if (newSealedIdentity === null || (await users.setIdentity(existing.userId, newSealedIdentity)))
      return { user: existing, isNew: false };
  }
};

/** A new user without an identity, in one of the schemas. */
const newUser = (
  { clock, environment, random }: Pick<Runtime, "clock" | "environment" | "random">,
  { schema, ...owner }: Pick<User, "clientId" | "clientUserId"> & { schema: UserSchema },
): User => ({
  ...owner,
  userId:
    schema === "new" ? `usr_${opaqueId(random, 27)}` : newToken("user", { environment, random }),
  legacyUserId: schema === "new" ? null : opaqueId(random, 27),
  sealedIdentity: null,
  createdAt: clock(),
  productsEndedAt: null,
});

const notLegacy = () =>
  new Fault("INVALID_FIELD", {
    message:
      "client_user_id is that of a user of the new user API, which has no user_token; " +
      "send with_upgraded_user: true",
  });

/** An identity, sealed for one user. */
export const sealIdentity = (
  { vault }: Pick<Runtime, "vault">,
  userId: string,
  identity: Identity,
): string => vault.seal(sealPurpose(userId), JSON.stringify(identity));

/** The unsealed identity of a user, or null. */
export const openIdentity = (
  { vault }: Pick<Runtime, "vault">,
  { userId, sealedIdentity }: Pick<User, "userId" | "sealedIdentity">,
): Identity | null =>
  sealedIdentity === null
    ? null
    : Identity.parse(JSON.parse(vault.open(sealPurpose(userId), sealedIdentity)));

const sealPurpose = (userId: string): string => `user-identity:${userId}`;
