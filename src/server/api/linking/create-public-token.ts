import { z } from "zod";
import { issuePublicToken } from "../../domain/public-token.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { itemOf } from "../item-of.ts";

/** A fresh public token for an existing Item: it opens Link in update mode. */
export const createPublicToken = endpoint({
  path: "/item/public_token/create",
  summary: "Create a public_token for an existing Item.",
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({
    public_token: z.string(),
    /** For API versions before 2020-09-14. */
    expiration: z.iso.datetime(),
  }),
  async handle({ access_token }, context) {
    const { token, record } = issuePublicToken(context, await itemOf(access_token, context));
    await context.store.publicTokens.issue(record);
    return { public_token: token, expiration: new Date(record.expiresAt).toISOString() };
  },
});
