import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { sealIdentity } from "../../domain/users/create-user.ts";
import { endpoint } from "../endpoint.ts";
import { UserId, UserToken } from "../fields.ts";
import { userOf } from "../user-of.ts";
import { identityFields, identityOfBody } from "./identity-of-body.ts";

/** Replaces the identity of a user. */
export const updateUser = endpoint({
  path: "/user/update",
  effect: "write",
  products: [],
  summary: "Replace a user's identity.",
  description:
    "Name the user by `user_id`, and send its `identity`. For a user that the legacy API created, " +
    "`user_token` and `consumer_report_user_identity` are good as well.",
  refusals: ["INVALID_USER_IDENTITY_DATA"],
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
    identity: identityFields.identity,
    consumer_report_user_identity: identityFields.consumer_report_user_identity,
  }),
  response: z.strictObject({}),
  async handle(body, context) {
    if (body.consumer_report_user_identity) context.countLegacyUse("consumer_report_user_identity");
    const identity = identityOfBody(body, context);
    if (!identity)
      throw new Fault("MISSING_FIELDS", {
        message: "the following required fields are missing: identity",
      });
    const { userId, legacyUserId } = await userOf(body, context);
    if (body.consumer_report_user_identity && legacyUserId === null)
      throw new Fault("INVALID_FIELD", {
        message: "consumer_report_user_identity is for users of the legacy API; send identity",
      });
    const sealedIdentity = sealIdentity(context, userId, identity);
    if (!(await context.store.users.setIdentity(userId, sealedIdentity)))
      throw new Fault("INVALID_USER_ID");
    return {};
  },
});
