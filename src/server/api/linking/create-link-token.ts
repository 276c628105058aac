import { z } from "zod";
import { SessionConfig } from "../../../protocol/link/config.ts";
import { LINK_PRODUCTS, REPORT_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { requireRedirectUri } from "../../domain/clients/redirect-uri.ts";
import { Fault } from "../../domain/fault.ts";
import {
  listLinkProducts,
  listReportProducts,
  REPORT_SOURCES,
} from "../../domain/institutions/product.ts";
import type { LinkTokenDetails } from "../../domain/link/link-session.ts";
import { issueLinkToken } from "../../domain/link/link-token.ts";
import { requireInstitution, requireProducts } from "../../domain/link/session-products.ts";
import type { User } from "../../domain/users/user.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { LinkToken, PhoneNumber, Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { findUser, namesUser } from "../user-of.ts";
import { hostedLinkFields, newHostedLink } from "./hosted-link-fields.ts";
import { reportFields, requireReportFields, toReportOptions } from "./report-fields.ts";
import { newItemSettings, sessionFields, updateSettings } from "./session-fields.ts";

const { clientName, countryCodes, language, webhook, accountSelection, user } = SessionConfig.shape;
const { legalName, emailAddress } = user.unwrap().shape;

/** Creates a token that opens Link for one session, with the application's options. */
export const createLinkToken = endpoint({
  path: "/link/token/create",
  effect: "write",
  products: [],
  summary: "Create a link_token that opens Link for one session.",
  description:
    "Your server sets every option of the session here. With an access_token Link opens in update mode; " +
    "products must then be left out. The token is valid for 4 hours, in update mode for 30 minutes. Opened " +
    "again in the same browser, Link resumes at the step that the user had reached. In another browser, or " +
    "if the browser stores nothing for Link, it starts again and the previous session ends: your page has " +
    "the token, but no access to the user's steps in Link. With a user_id, or the legacy user_token next " +
    "to `user`, the Item is linked under that user. The cra_* products are consumer reports about the " +
    "user, for US institutions; they require a user and consumer_report_permissible_purpose.",
  refusals: [
    "INVALID_PRODUCT",
    "INSTITUTION_NO_LONGER_SUPPORTED",
    "INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT",
  ],
  request: z.strictObject({
    client_name: clientName.meta({ examples: ["Corner Shop"] }),
    language: language.unwrap(),
    country_codes: countryCodes.unwrap().meta({ examples: [["US"]] }),
    products: z
      .array(z.enum([...LINK_PRODUCTS, ...REPORT_PRODUCTS]))
      .optional()
      .meta({ examples: [["auth", "transactions"]] }),
    webhook,
    user: z
      .strictObject({
        client_user_id: z.string().min(1).max(200),
        legal_name: legalName.optional(),
        email_address: emailAddress.optional(),
        phone_number: PhoneNumber.optional().meta({
          description: "Changes nothing: Link asks for no phone number. It is not stored.",
        }),
      })
      .optional()
      .meta({ examples: [{ client_user_id: "user-1" }] }),
    // No example: the field is for update mode, and excludes products.
    access_token: Token.optional().meta({ examples: [] }),
    redirect_uri: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    account_selection: accountSelection,
    update: z
      .strictObject({
        account_selection_enabled: z.boolean().optional(),
        reauthorization_enabled: z.boolean().optional(),
      })
      .optional()
      .meta({
        description:
          "With an access_token: whether the user chooses the shared accounts again. The Item's accounts are " +
          "ticked; accounts that the user unticks are revoked, and new ones are added. With " +
          "reauthorization_enabled the user also agrees again to the shared data, for a new period.",
        examples: [],
      }),
    ...sessionFields,
    ...hostedLinkFields,
    ...reportFields,
  }),
  response: z.strictObject({
    link_token: LinkToken,
    expiration: z.iso.datetime(),
    hosted_link_url: z
      .string()
      .optional()
      .meta({
        description: "With hosted_link: the address that opens Link for anyone who has it.",
        examples: ["https://link.example.com/hosted#2vJ0b5…"],
      }),
  }),
  async handle(body, context) {
    const item =
      body.access_token === undefined
        ? null
        : await loadItem(body.access_token, context, "renewal");
    if (body.user === undefined && body.user_id === undefined) throw missing("user");
    if (body.enable_multi_item_link && !item && !namesUser(body)) throw missing("user_id");
    const user = namesUser(body) ? await findUser(body, context) : null;
    if (item && user && item.userId !== user.userId)
      throw new Fault("INVALID_FIELD", {
        message: "the Item of the access_token was not linked under this user",
      });
    await requireRedirectUri(context, context.client, body.redirect_uri, "redirect_uri");
    requireSafeWebhookUrl("webhook", body.webhook, context);
    if (body.update && !item)
      throw new Fault("INVALID_FIELD", {
        message: "update must be left out without an access_token",
      });
    const settings = item ? updateSettings(body, item, context.client) : newItemSettings(body);
    const product = item
      ? updateModeProducts(body.products, item.products)
      : newItemProducts(body, settings, context);
    const config = {
      clientName: body.client_name,
      language: body.language,
      countryCodes: body.country_codes,
      product,
      ...(body.webhook !== undefined && { webhook: body.webhook }),
      ...(body.account_selection && { accountSelection: body.account_selection }),
      ...allAuthFeatures(body.user),
      ...(body.user?.email_address !== undefined && { contactEmail: body.user.email_address }),
      ...settings,
    };
    requireInstitution(config, context.client, context);
    await requireRedirectUri(
      context,
      context.client,
      body.hosted_link?.completion_redirect_uri,
      "hosted_link.completion_redirect_uri",
    );
    const hosted = await newHostedLink(body, context);
    const details = toDetails(body, user);
    const { token, record } = issueLinkToken(
      { ...context, ...(hosted && { random: hosted.random }) },
      {
        clientId: context.client.clientId,
        config,
        updateItemId: item?.itemId ?? null,
        details: { ...details, ...hosted?.details },
      },
      hosted?.lifetimeMs,
    );
    await context.store.transact(async ({ linkTokens, jobs }) => {
      await linkTokens.create(record);
      await jobs.add(hosted?.jobs(record.expiresAt) ?? []);
    });
    return {
      link_token: token,
      expiration: new Date(record.expiresAt).toISOString(),
      ...(hosted && { hosted_link_url: hosted.url }),
    };
  },
});

type Body = z.output<typeof createLinkToken.request>;
type LinkProducts = SessionConfig["product"];

/** A legal name and an email address switch all Auth features on. */
function allAuthFeatures(user: Body["user"]): Pick<SessionConfig, "user"> {
  const { legal_name, email_address } = user ?? {};
  return legal_name !== undefined && email_address !== undefined
    ? { user: { legalName: legal_name, emailAddress: email_address } }
    : {};
}

/**
 * Returns the products that Link requests: those that the client names, and those that reports
 * need.
 */
function newItemProducts(
  body: Body,
  settings: ReturnType<typeof newItemSettings>,
  { client }: ApiContext,
): LinkProducts {
  const { products, country_codes: countryCodes } = body;
  if (products === undefined) throw missing("products");
  if (products.length === 0)
    throw new Fault("INVALID_FIELD", { message: "products must have at least 1 element" });
  const product = listLinkProducts(products);
  const reportProducts = listReportProducts(products);
  requireReportFields(reportProducts, body);
  if (product.length > 0) requireProducts(client, { ...settings, countryCodes, product });
  return [...new Set([...product, ...(reportProducts.length > 0 ? REPORT_SOURCES : [])])];
}

/** Update mode keeps the Item's products. */
function updateModeProducts(
  products: Body["products"],
  itemProducts: readonly string[],
): LinkProducts {
  if (products !== undefined && products.length > 0)
    throw new Fault("INVALID_FIELD", {
      message: "products must be empty or left out with an access_token",
    });
  return listLinkProducts(itemProducts);
}

const toDetails = (body: Body, user: User | null): LinkTokenDetails => ({
  clientUserId: body.user?.client_user_id ?? user?.clientUserId ?? null,
  redirectUri: body.redirect_uri ?? null,
  userId: user?.userId ?? null,
  products: [...new Set(body.products)],
  permissiblePurpose: body.consumer_report_permissible_purpose ?? null,
  reportOptions: toReportOptions(body.cra_options),
  ...(body.update && { accountSelectionEnabled: isChoiceEnabled(body.update) }),
});

/**
 * A user who agrees again also chooses accounts again, unless the application decides otherwise.
 */
const isChoiceEnabled = (update: NonNullable<Body["update"]>): boolean =>
  update.account_selection_enabled ?? update.reauthorization_enabled ?? false;

const missing = (field: string): Fault =>
  new Fault("MISSING_FIELDS", {
    message: `the following required fields are missing: ${field}`,
  });
