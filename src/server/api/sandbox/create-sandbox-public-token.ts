import { z } from "zod";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { endpoint } from "../endpoint.ts";
import { InstitutionId, PublicToken, WebhookUrl } from "../fields.ts";
import { linkSandboxItem } from "./link-sandbox-item.ts";

/** What Link does, without its window: an Item at a sandbox institution, and its public token. */
export const createSandboxPublicToken = endpoint({
  path: "/sandbox/public_token/create",
  summary: "Create a sandbox Item and its public_token without opening Link.",
  description: "Signs in as the sandbox's good user, unless options name another one.",
  sandboxOnly: true,
  refusals: ["INVALID_PRODUCT", "INVALID_CREDENTIALS", "NO_ACCOUNTS"],
  request: z.strictObject({
    institution_id: InstitutionId,
    initial_products: z
      .array(z.enum(LINK_PRODUCTS))
      .min(1)
      .meta({ examples: [["auth", "transactions"]] }),
    options: z
      .strictObject({
        webhook: WebhookUrl.optional(),
        override_username: z.string().min(1).max(200).optional(),
        override_password: z.string().min(1).max(1000).optional(),
      })
      .optional(),
  }),
  response: z.strictObject({ public_token: PublicToken }),
  async handle({ institution_id, initial_products, options }, context) {
    const { publicToken } = await linkSandboxItem(context, {
      institutionId: institution_id,
      products: [...new Set(initial_products)],
      webhook: options?.webhook ?? null,
      username: options?.override_username,
      password: options?.override_password,
    });
    return { public_token: publicToken };
  },
});
