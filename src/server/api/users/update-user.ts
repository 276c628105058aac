import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { openIdentity, sealIdentity } from "../../domain/users/create-user.ts";
import { Identity, requirePlausibleBirth, upgradeIdentity } from "../../domain/users/identity.ts";
import { endpoint } from "../endpoint.ts";
import { UserId, UserToken } from "../fields.ts";
import { findUser } from "../user-of.ts";
import { EXAMPLE, identityFields, requireOneIdentity } from "./identity-of-body.ts";

const IdentityPart = Identity.partial()
  .extend({ name: Identity.shape.name.partial().optional() })
  .meta({ id: "UserIdentityPart" });

/** Replaces parts of a user's identity. */
export const updateUser = endpoint({
  path: "/user/update",
  effect: "write",
  products: [],
  summary: "Replace a user's identity, or parts of it.",
  description:
    "Name the user by `user_id`, and send its `identity`: the parts that it has are replaced, the others stay. For " +
    "a user that the legacy API created, `user_token` and `consumer_report_user_identity` are good as well.",
  refusals: ["INVALID_USER_IDENTITY_DATA"],
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
    identity: IdentityPart.optional().meta({
      description: "The parts of the identity that change; all of it if the user has none yet.",
      examples: [EXAMPLE],
    }),
    consumer_report_user_identity: identityFields.consumer_report_user_identity,
  }),
  response: z.strictObject({}),
  async handle(body, context) {
    const legacy = body.consumer_report_user_identity;
    if (legacy) context.countLegacyUse("consumer_report_user_identity");
    requireOneIdentity(body);
    const part = legacy ? upgradeIdentity(legacy) : body.identity;
    if (!part)
      throw new Fault("MISSING_FIELDS", {
        message: "the following required fields are missing: identity",
      });
    const field = legacy ? "consumer_report_user_identity" : "identity";
    if (part.date_of_birth !== undefined)
      requirePlausibleBirth(field, part.date_of_birth, context.clock());
    for (;;) {
      const user = await findUser(body, context);
      if (legacy && user.legacyUserId === null)
        throw new Fault("INVALID_FIELD", {
          message: "consumer_report_user_identity is for users of the legacy API; send identity",
        });
      const identity = mergeIdentity(openIdentity(context, user), part);
      const sealed = sealIdentity(context, user.userId, identity);
      // Another call may have changed another part since.
      if (await context.store.users.setIdentity(user.userId, sealed, user.sealedIdentity))
        return {};
    }
  },
});

/** Merges new parts into an identity; throws MISSING_FIELDS if a required part is still missing. */
function mergeIdentity(identity: Identity | null, part: z.output<typeof IdentityPart>): Identity {
  const whole = { ...identity, ...part, name: { ...identity?.name, ...part.name } };
  const result = Identity.safeParse(whole);
  if (result.success) return result.data;
  const missing = result.error.issues.map(({ path }) => `identity.${path.join(".")}`);
  throw new Fault("MISSING_FIELDS", {
    message: `the following required fields are missing: ${missing.join(", ")}`,
  });
}
