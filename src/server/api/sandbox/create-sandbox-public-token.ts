import { z } from "zod";
import { CalendarDate } from "../../../protocol/transaction.ts";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { endpoint } from "../endpoint.ts";
import { InstitutionId, PublicToken, UserId, UserToken, WebhookUrl } from "../fields.ts";
import { requirePeriod, StatementPeriod } from "../statement-period.ts";
import { findUser, namesUser } from "../user-of.ts";
import { linkSandboxItem, OverrideLogin } from "./link-sandbox-item.ts";

/** Creates an Item at a sandbox institution without opening Link, and returns its public token. */
export const createSandboxPublicToken = endpoint({
  path: "/sandbox/public_token/create",
  effect: "write",
  products: [],
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
    user_id: UserId.optional().meta({
      description: "The user that the Item is linked under; by default none.",
      examples: [],
    }),
    user_token: UserToken.optional().meta({ examples: [] }),
    options: OverrideLogin.extend({
      webhook: WebhookUrl.optional(),
      transactions: z
        .strictObject({ start_date: CalendarDate.optional(), end_date: CalendarDate.optional() })
        .optional()
        .meta({
          description: "Which days the Item has transactions of; else the last 24 months.",
        }),
      statements: StatementPeriod.optional().meta({
        description: "Which days the Item has statements of; else the last 24 months.",
        examples: [],
      }),
    }).optional(),
  }),
  response: z.strictObject({ public_token: PublicToken }),
  async handle({ institution_id, initial_products, options, ...user }, context) {
    const { start_date = null, end_date = null } = options?.transactions ?? {};
    if (start_date !== null && end_date !== null && start_date > end_date)
      throw new Fault("INVALID_FIELD", {
        message: "options.transactions.start_date must not be after end_date",
      });
    requireSafeWebhookUrl("options.webhook", options?.webhook, context);
    const userId = namesUser(user) ? (await findUser(user, context)).userId : null;
    const { publicToken } = await linkSandboxItem(context, {
      institutionId: institution_id,
      products: [...new Set(initial_products)],
      userId,
      webhook: options?.webhook ?? null,
      username: options?.override_username,
      password: options?.override_password,
      statements: options?.statements && requirePeriod("options.statements", options.statements),
      transactions: options?.transactions && { firstDate: start_date, lastDate: end_date },
    });
    return { public_token: publicToken };
  },
});
