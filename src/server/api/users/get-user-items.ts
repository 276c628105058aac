import { z } from "zod";
import { Item } from "../../../protocol/item.ts";
import { endpoint } from "../endpoint.ts";
import { UserId, UserToken } from "../fields.ts";
import { itemShape } from "../item-shape.ts";
import { findUser } from "../user-of.ts";

/** The Items of a user. */
export const getUserItems = endpoint({
  path: "/user/items/get",
  effect: "read",
  products: [],
  summary: "Retrieve the Items of a user.",
  description:
    "Oldest first, as /item/get returns them, without their status; removed ones are not among them.",
  refusals: ["INVALID_USER_ID", "INVALID_USER_TOKEN"],
  request: z.strictObject({
    user_id: UserId.optional(),
    user_token: UserToken.optional().meta({ examples: [] }),
  }),
  response: z.strictObject({ items: z.array(Item) }),
  async handle(body, context) {
    const { userId } = await findUser(body, context);
    const items = await context.store.users.items(userId);
    return { items: items.map((item) => itemShape(item, context)) };
  },
});
