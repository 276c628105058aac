import { z } from "zod";
import { SessionConfig } from "../../../protocol/config.ts";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import type { LinkTokenDetails } from "../../domain/link-session.ts";
import { issueLinkToken } from "../../domain/link-token.ts";
import { linkProductsOf } from "../../domain/product.ts";
import { requireProducts } from "../../domain/session-products.ts";
import { endpoint } from "../endpoint.ts";
import { CountryCodes, LinkToken } from "../fields.ts";
import { itemOf } from "../item-of.ts";
import { requireRedirectUri } from "./redirect-uri.ts";

/** Products of consumer reports, which are about a user and not about an Item. */
const REPORT_PRODUCTS = [
  "cra_base_report",
  "cra_income_insights",
  "cra_cashflow_insights",
  "cra_network_insights",
  "cra_partner_insights",
  "cra_monitoring",
] as const;

const { clientName, language, webhook, accountSelection, user } = SessionConfig.shape;
const { legalName, emailAddress } = user.unwrap().shape;

/** A token that opens Link once, with all that the session is about decided by the application's server. */
export const createLinkToken = endpoint({
  path: "/link/token/create",
  summary: "Create a link_token that opens Link for one session.",
  description:
    "It is good for four hours. With an access_token, and without products, it opens Link in update " +
    "mode, for half an hour. With a name and an email address of the user all Auth features are on. " +
    "A session that is opened again goes on where it stood.",
  refusals: ["INVALID_PRODUCT"],
  request: z.strictObject({
    client_name: clientName.meta({ examples: ["Fern & Moss"] }),
    language: language.unwrap(),
    country_codes: CountryCodes.refine(unique, "must not name a country twice"),
    products: z
      .array(z.enum([...LINK_PRODUCTS, ...REPORT_PRODUCTS]))
      .max(LINK_PRODUCTS.length + REPORT_PRODUCTS.length)
      .refine(unique, "must not name a product twice")
      .meta({ examples: [["auth", "transactions"]] })
      .optional(),
    webhook,
    user: z
      .strictObject({
        client_user_id: z.string().min(1).max(200),
        legal_name: legalName.optional(),
        email_address: emailAddress.optional(),
      })
      .meta({ examples: [{ client_user_id: "user-42" }] })
      .optional(),
    // Without an example: what it goes together with is another body.
    access_token: z.string().min(1).max(200).optional(),
    redirect_uri: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    account_selection: accountSelection,
    user_id: z.string().min(1).max(200).optional(),
    user_token: z.string().min(1).max(200).optional(),
    consumer_report_permissible_purpose: z
      .string()
      .regex(/^[A-Z][A-Z_]{1,99}$/)
      .optional(),
    cra_options: z
      .strictObject({
        days_requested: z.int().min(1).max(731).optional(),
        base_report: z
          .strictObject({ client_report_id: z.string().min(1).max(200).optional() })
          .optional(),
      })
      .optional(),
  }),
  response: z.strictObject({ link_token: LinkToken, expiration: z.iso.datetime() }),
  async handle(body, context) {
    const item = body.access_token === undefined ? null : await itemOf(body.access_token, context);
    if (body.user === undefined && body.user_id === undefined) throw missing("user");
    requireRedirectUri(body.redirect_uri, context);
    const product = item
      ? mendedProducts(body.products, item.products)
      : linkedProducts(body.products);
    const config = {
      clientName: body.client_name,
      language: body.language,
      countryCodes: body.country_codes,
      product,
      ...(body.webhook !== undefined && { webhook: body.webhook }),
      ...(body.account_selection && { accountSelection: body.account_selection }),
      ...allAuthFeatures(body.user),
    };
    if (!item) requireProducts(context.client, config);
    const { token, record } = issueLinkToken(context, {
      clientId: context.client.clientId,
      config,
      mends: item?.itemId ?? null,
      details: detailsOf(body),
    });
    await context.store.linkTokens.create(record);
    return { link_token: token, expiration: new Date(record.expiresAt).toISOString() };
  },
});

type Body = z.output<typeof createLinkToken.request>;
type LinkProducts = SessionConfig["product"];

/** With whose name and address it is known, all Auth features are on. */
function allAuthFeatures(given: Body["user"]): Pick<SessionConfig, "user"> {
  const { legal_name, email_address } = given ?? {};
  return legal_name !== undefined && email_address !== undefined
    ? { user: { legalName: legal_name, emailAddress: email_address } }
    : {};
}

function linkedProducts(asked: Body["products"]): LinkProducts {
  if (asked === undefined) throw missing("products");
  const known = linkProductsOf(asked);
  const others = asked.filter((product) => !known.some((one) => one === product));
  if (others.length > 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `Link is not opened for ${others.join(", ")} yet`,
    });
  if (known.length === 0)
    throw new Fault("INVALID_FIELD", { message: "products must have at least 1 element" });
  return known;
}

/** An Item that is mended keeps its products. */
function mendedProducts(asked: Body["products"], own: readonly string[]): LinkProducts {
  if (asked !== undefined && asked.length > 0)
    throw new Fault("INVALID_FIELD", {
      message: "products must be empty or left out with an access_token",
    });
  return linkProductsOf(own);
}

const detailsOf = (body: Body): LinkTokenDetails => ({
  clientUserId: body.user?.client_user_id ?? null,
  redirectUri: body.redirect_uri ?? null,
  userId: body.user_id ?? null,
  userToken: body.user_token ?? null,
  permissiblePurpose: body.consumer_report_permissible_purpose ?? null,
  reportOptions: body.cra_options
    ? {
        daysRequested: body.cra_options.days_requested ?? null,
        clientReportId: body.cra_options.base_report?.client_report_id ?? null,
      }
    : null,
});

function unique(list: readonly string[]): boolean {
  return new Set(list).size === list.length;
}

const missing = (field: string): Fault =>
  new Fault("MISSING_FIELDS", {
    message: `the following required fields are missing: ${field}`,
  });
