import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { createUser as createUserOf, type UserSchema } from "../../domain/users/create-user.ts";
import { ClientUserId } from "../../domain/users/identity.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { UserId, UserToken } from "../fields.ts";
import { identityFields, identityOfBody } from "./identity-of-body.ts";

const Request = z.strictObject({
  client_user_id: ClientUserId,
  with_upgraded_user: z
    .boolean()
    .optional()
    .meta({
      description: "true for the new schema; clients from 2025-12-10 on have it without this.",
      examples: [true],
    }),
  ...identityFields,
});

/** Creates a user, or returns the existing user of the client_user_id. */
export const createUser = endpoint({
  path: "/user/create",
  effect: "write",
  products: [],
  summary: "Create a user, or find the one that has this client_user_id.",
  description:
    "A user is the person that Items and consumer reports are about. The response is 201 with a new " +
    "`user_id`, or 200 with that of the user who has the `client_user_id` already; an `identity` is " +
    "attached to that user. A client from before 2025-12-10 gets the legacy schema, with a `user_token`, " +
    "unless it sends `with_upgraded_user: true`; the `user_id` next to a `user_token` is not valid in any " +
    "field. A user that the legacy API created has its `user_token` as `user_id`.",
  refusals: ["INVALID_USER_IDENTITY_DATA"],
  creates: true,
  request: Request,
  response: z.strictObject({
    user_id: UserId,
    user_token: UserToken.optional().meta({
      description: "In the legacy schema only.",
      examples: [],
    }),
  }),
  async handle(body, context) {
    const { client } = context;
    const schema = schemaOf(body, context);
    if (schema === "legacy") context.countLegacyUse("with_upgraded_user");
    if (body.consumer_report_user_identity) context.countLegacyUse("consumer_report_user_identity");
    requireFieldsOf(schema, body);
    const { user, isNew } = await createUserOf(context, {
      clientId: client.clientId,
      clientUserId: body.client_user_id,
      schema,
      identity: identityOfBody(body, context),
    });
    if (isNew) context.created();
    return schema === "legacy" && user.legacyUserId !== null
      ? { user_token: user.userId, user_id: user.legacyUserId }
      : { user_id: user.userId };
  },
});

type Body = z.output<typeof Request>;

const schemaOf = (
  { with_upgraded_user }: Pick<Body, "with_upgraded_user">,
  { client }: ApiContext,
): UserSchema => (with_upgraded_user === true || !client.legacyUserApi ? "new" : "legacy");

/** Each schema has its own identity field. */
function requireFieldsOf(schema: UserSchema, body: Body): void {
  if (schema === "new" && body.consumer_report_user_identity)
    throw new Fault("INVALID_FIELD", {
      message: "consumer_report_user_identity is of the legacy schema; send identity",
    });
  if (schema === "legacy" && body.identity)
    throw new Fault("INVALID_FIELD", {
      message:
        "identity is of the new schema; send with_upgraded_user: true with it, " +
        "or consumer_report_user_identity",
    });
}
