import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { UserId } from "../fields.ts";
import { reasonFields } from "../terminate-fields.ts";
import { findUser } from "../user-of.ts";

/** Ends the watch of a user's cash flow; Items and reports stay. */
export const terminateUserProducts = endpoint({
  path: "/user/products/terminate",
  effect: "write",
  products: [],
  summary: "Terminate the products that go on for a user.",
  description:
    "The user's cash flow is not watched any more, so that no CASH_FLOW_UPDATES webhooks follow. The user, the Items " +
    "and the reports stay. A second call changes nothing.",
  refusals: ["INVALID_USER_ID"],
  request: z.strictObject({ user_id: UserId, ...reasonFields }),
  response: z.strictObject({}),
  async handle({ user_id }, context) {
    const { userId } = await findUser({ user_id }, context);
    await context.store.users.endProducts(userId, context.clock());
    return {};
  },
});
