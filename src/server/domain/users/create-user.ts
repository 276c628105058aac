import { Fault } from "../fault.ts";
import type { UserDeps } from "./deps.ts";
import type { Identity } from "./identity.ts";
import { newUser, sealIdentity, type UserSchema } from "./new-user.ts";
import type { User } from "./user.ts";

type Request = {
  clientId: string;
  clientUserId: string;
  schema: UserSchema;
  /** Attached to the user, also to one that exists; null for none. */
  identity: Identity | null;
};

/** Returns the user of a client_user_id, a new one if there is none: concurrent calls get the same one. */
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
      // Another call was faster.
      continue;
    }
    if (schema === "legacy" && existing.legacyUserId === null) throw notLegacy();
    const newSealedIdentity = identity && sealIdentity(services, existing.userId, identity);
    // It may have been removed meanwhile.
    if (newSealedIdentity === null || (await users.setIdentity(existing.userId, newSealedIdentity)))
      return { user: existing, isNew: false };
  }
};

const notLegacy = () =>
  new Fault("INVALID_FIELD", {
    message:
      "client_user_id is that of a user of the new user API, which has no user_token; " +
      "send with_upgraded_user: true",
  });
