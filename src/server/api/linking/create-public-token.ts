import { z } from "zod";
import { issuePublicToken } from "../../domain/items/public-token.ts";
import { endpoint } from "../endpoint.ts";
import { PublicToken, Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";

/** A new public token for an existing Item, which opens Link in update mode. */
export const createPublicToken = endpoint({
  path: "/item/public_token/create",
  effect: "write",
  products: [],
  summary: "Create a public_token for an existing Item.",
  description: "It opens Link in update mode; the Item keeps its access_token.",
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({
    public_token: PublicToken,
    /** For API versions before 2020-09-14. */
    expiration: z.iso.datetime(),
  }),
  async handle({ access_token }, context) {
    const item = await loadItem(access_token, context, "renewal");
    const { token, record } = issuePublicToken(context, item);
    await context.store.publicTokens.issue(record);
    return { public_token: token, expiration: new Date(record.expiresAt).toISOString() };
  },
});
