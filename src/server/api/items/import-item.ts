import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { LINK_PRODUCTS, type LinkProduct } from "../../../protocol/vocabulary.ts";
import { actsFor } from "../../domain/clients/client.ts";
import { openInstitution } from "../../domain/connectors/directory.ts";
import { retryWrite } from "../../domain/connectors/retry-write.ts";
import { addRevocation } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import { importLogin } from "../../domain/link/login.ts";
import type { NewItem } from "../../domain/link/new-item.ts";
import { newItem } from "../../domain/link/new-item.ts";
import { shareableAccountsOf } from "../../domain/link/shareable-accounts.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { InstitutionId, ItemId, Token, WebhookUrl } from "../fields.ts";
import { requireProducts } from "../require-products.ts";

/** Creates an Item for a user whom the institution's partner names, without Link. */
export const importItem = endpoint({
  path: "/item/import",
  effect: "write",
  products: [],
  summary: "Create an Item without Link, as the partner of an institution.",
  description:
    "For clients that act for an institution, and in the sandbox for all. The institution knows the " +
    "user by `user_auth`. The accounts that have the products become the Item's.",
  refusals: [
    "UNAUTHORIZED_ROUTE_ACCESS",
    "INVALID_CREDENTIALS",
    "NO_ACCOUNTS",
    "ADDITION_LIMIT",
    "INSTITUTION_DOWN",
    "INSTITUTION_NOT_RESPONDING",
    "INSTITUTION_NO_LONGER_SUPPORTED",
    "INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT",
  ],
  limits: { client: { perMinute: 1000, code: "RATE_LIMIT" } },
  request: z.strictObject({
    institution_id: InstitutionId.optional().meta({
      description: "May be left out by a client that acts for one institution alone.",
    }),
    products: z
      .array(z.enum(LINK_PRODUCTS))
      .min(1)
      .meta({ examples: [["auth", "transactions"]] }),
    user_auth: z.strictObject({
      user_id: z
        .string()
        .min(1)
        .max(200)
        .meta({
          description: "The institution's id of the user; in the sandbox, a user name.",
          examples: ["user_good"],
        }),
      auth_token: z
        .string()
        .min(1)
        .max(10_000)
        .meta({
          description: "The token that opens the user's data there; in the sandbox, a password.",
          examples: ["pass_good"],
        }),
    }),
    options: z.strictObject({ webhook: WebhookUrl.optional() }).optional(),
  }),
  response: z.strictObject({
    access_token: Token,
    item_id: ItemId,
    accounts: z.array(Account).meta({ description: "The accounts, under their ids in the Item." }),
  }),
  async handle({ institution_id, products: productNames, user_auth, options }, context) {
    const { client, directory, environment, vault } = context;
    const institutionId = institution_id ?? onlyInstitution(context);
    const institution = openInstitution(directory, institutionId, client);
    if (!actsFor(client, institutionId, environment)) throw notItsPartner();
    requireSafeWebhookUrl("options.webhook", options?.webhook, context);
    const products = [...new Set(productNames)];
    requireProducts("the institution does not support", products, institution.products);
    requireProducts("the client is not enabled for", products, client.products);
    const login = await importLogin(context, institutionId, {
      userId: user_auth.user_id,
      authToken: user_auth.auth_token,
    });
    const item = await createItem(context, login, products, options?.webhook ?? null);
    return {
      access_token: vault.accessToken(environment, login.itemId, 0),
      item_id: login.itemId,
      accounts: item.accounts.map(({ account }) => account),
    };
  },
});

/** Stores an Item. If that fails, no Item has the login, and its access is ended. */
async function createItem(
  context: ApiContext,
  login: Awaited<ReturnType<typeof importLogin>>,
  products: readonly LinkProduct[],
  webhook: string | null,
): Promise<NewItem> {
  const { clientId } = context.client;
  const { sealedState } = login;
  try {
    const { accounts } = shareableAccountsOf(context, login.accounts, products, true);
    const item = { ...login, clientId, products, webhook, accounts };
    const { created } = newItem(context, item);
    const { items } = context.store;
    await retryWrite(context, async (isAgain) => {
      const isThere = isAgain && (await items.byItemId(login.itemId)) !== null;
      if (!isThere) await items.create(created);
    });
    return created;
  } catch (failure) {
    if (sealedState !== null) await addRevocation(context, { ...login, sealedState });
    throw failure;
  }
}

/** The institution of a client that acts for only one; MISSING_FIELDS for any other client. */
function onlyInstitution({ client: { institutions }, environment }: ApiContext): string {
  const [only, ...others] = institutions;
  if (only === undefined && environment !== "sandbox") throw notItsPartner();
  if (only === undefined || others.length > 0)
    throw new Fault("MISSING_FIELDS", {
      message: "the following required fields are missing: institution_id",
    });
  return only;
}

const notItsPartner = () =>
  new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
    message: "this path is for clients that act for the institution",
  });
