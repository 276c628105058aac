import { z } from "zod";
import { removeUser as removeUserOf } from "../../domain/users/remove-user.ts";
import { endpoint } from "../endpoint.ts";
import { UserId, UserToken } from "../fields.ts";
import { findUser } from "../user-of.ts";

/** Removes a user with the identity, and revokes the user's Items. */
export const removeUser = endpoint({
  path: "/user/remove",
  effect: "write",
  products: [],
  summary: "Remove a user.",
  description:
    "Its identity is forgotten and its Items are revoked, each with the webhook " +
    "ITEM USER_PERMISSION_REVOKED. The `client_user_id` can be used again, for another user.",
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
  }),
  response: z.strictObject({}),
  async handle(body, context) {
    await removeUserOf(context, await findUser(body, context));
    return {};
  },
});
