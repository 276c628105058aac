import { z } from "zod";
import type { CredentialField } from "../../../protocol/bridge.ts";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { logIn } from "../../domain/login.ts";
import { newItem } from "../../domain/new-item.ts";
import { offerOf } from "../../domain/offer.ts";
import { endpoint } from "../endpoint.ts";
import { WebhookUrl } from "../fields.ts";

/** What Link does, without its window: an Item at a sandbox institution, and its public token. */
export const createSandboxPublicToken = endpoint({
  path: "/sandbox/public_token/create",
  summary: "Create a sandbox Item and its public_token without opening Link.",
  sandboxOnly: true,
  request: z.strictObject({
    institution_id: z.string().min(1).max(40),
    initial_products: z.array(z.enum(LINK_PRODUCTS)).min(1),
    options: z
      .strictObject({
        webhook: WebhookUrl.optional(),
        override_username: z.string().min(1).max(200).optional(),
        override_password: z.string().min(1).max(1000).optional(),
      })
      .optional(),
  }),
  response: z.strictObject({ public_token: z.string() }),
  async handle({ institution_id, initial_products, options }, context) {
    const { client, directory, store } = context;
    const institution = directory.get(institution_id);
    const products = [...new Set(initial_products)];
    const missing = products.filter((product) => !institution.products.includes(product));
    if (missing.length > 0)
      throw new Fault("INVALID_PRODUCT", {
        message: `the institution does not support ${missing.join(", ")}`,
      });
    const closed = products.filter((product) => !client.products.includes(product));
    if (closed.length > 0)
      throw new Fault("INVALID_PRODUCT", {
        message: `the client is not enabled for ${closed.join(", ")}`,
      });
    const credentials = credentialsFor(institution.fields, options);
    const login = await logIn(context, institution_id, credentials);
    if (login.at === "mfa")
      throw new Fault("INVALID_CREDENTIALS", {
        message: "this user is asked for more than credentials; open Link",
      });
    const { itemId, sealedLogin } = login;
    // All Auth features, so that accounts that micro-deposits are to prove can be had here as well.
    const { accounts } = offerOf(context, login.accounts, products, true);
    const { created, publicToken } = newItem(context, {
      itemId,
      sealedLogin,
      clientId: client.clientId,
      institutionId: institution_id,
      products,
      webhook: options?.webhook ?? null,
      accounts,
      consentExpiresAt: null,
    });
    await store.items.create(created);
    return { public_token: publicToken };
  },
});

type Override = { override_username?: string | undefined; override_password?: string | undefined };

/** The sandbox's good user, in the fields that the institution asks for. */
function credentialsFor(
  fields: readonly CredentialField[],
  { override_username = "user_good", override_password = "pass_good" }: Override = {},
): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [field.name, typed(field, override_username, override_password)]),
  );
}

function typed(field: CredentialField, username: string, password: string): string {
  switch (field.type) {
    case "password":
    case "pin":
      return password;
    case "select":
      return field.options[0]?.value ?? "";
    case "checkbox":
      return "true";
    default:
      return username;
  }
}
