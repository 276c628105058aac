import { z } from "zod";
import { openIdentity } from "../../domain/users/create-user.ts";
import { Identity } from "../../domain/users/identity.ts";
import { endpoint } from "../endpoint.ts";
import { UserId } from "../fields.ts";
import { findUser } from "../user-of.ts";

/** A user of either schema, with the identity. */
export const getUser = endpoint({
  path: "/user/get",
  effect: "read",
  products: [],
  summary: "Retrieve a user with its identity.",
  description: "For a user that the legacy API created, `user_id` is its `user_token`.",
  request: z.strictObject({ user_id: UserId }),
  response: z.strictObject({
    user_id: UserId,
    client_user_id: z.string().meta({ examples: ["customer-1"] }),
    created_at: z.iso.datetime(),
    /** Null without an identity. */
    identity: Identity.nullable(),
  }),
  async handle(body, context) {
    const user = await findUser(body, context);
    return {
      user_id: user.userId,
      client_user_id: user.clientUserId,
      created_at: new Date(user.createdAt).toISOString(),
      identity: openIdentity(context, user),
    };
  },
});
