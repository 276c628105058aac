import { z } from "zod";
import type { SessionConfig } from "../../../protocol/link/config.ts";
import { AccountFilters, MoreProducts } from "../../../protocol/link/token-settings.ts";
import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import type { Client } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import { listLinkProducts } from "../../domain/institutions/product.ts";
import type { Item } from "../../domain/items/item.ts";
import { requireEnabled } from "../../domain/link/session-products.ts";
import { HistoryDays } from "../fields.ts";
import { requirePeriod, StatementPeriod } from "../statement-period.ts";

const moreProducts = (description: string) =>
  MoreProducts.optional().meta({ description, examples: [] });

/** The fields of a link token about a session's products, institution and accounts. */
export const sessionFields = {
  required_if_supported_products: moreProducts(
    "Products that are required like `products` at an institution that has them; the others are listed " +
      "as well.",
  ),
  optional_products: moreProducts(
    "Products that the Item gets if the institution and a shared account have them.",
  ),
  additional_consented_products: moreProducts(
    "Products that the user agrees to share in Link. The first call for one adds it to the Item, which " +
      "bills it; a call for a product that is named nowhere returns ADDITIONAL_CONSENT_REQUIRED. With an " +
      "access_token, the user of the Item agrees to them.",
  ),
  account_filters: AccountFilters.optional().meta({
    description:
      "The accounts that Link offers, by type and subtype; `all` is every subtype. Accounts of a type " +
      "that is left out are not offered.",
    examples: [],
  }),
  enable_multi_item_link: z
    .boolean()
    .optional()
    .meta({
      description:
        "Whether the user may connect several Items, one after the other, with a user_id or user_token. " +
        "Each public token arrives by ITEM_ADD_RESULT and is in `link_sessions` of `/link/token/get`.",
      examples: [],
    }),
  institution_id: z.string().min(1).max(40).optional().meta({
    description: "The institution at which Link opens, in place of the list.",
    examples: [],
  }),
  transactions: z
    .strictObject({ days_requested: HistoryDays.optional() })
    .optional()
    .meta({
      description:
        "How many days of transactions are read of a new Item; all of 24 months by default. It limits no Item " +
        "that is linked with assets, income or cra_* products, which need more, and no Item without " +
        "transactions, whose first call for them may send days_requested. With an access_token it changes " +
        "nothing: the days of an Item stay.",
      examples: [],
    }),
  statements: StatementPeriod.optional().meta({
    description:
      "The first and the last day of the statements that the Item has, by the last day of each statement; two " +
      "years at most. Without it they are those of the last two years. With an access_token it changes nothing: " +
      "/statements/refresh reads others.",
    examples: [],
  }),
  link_customization_name: z.string().min(1).max(200).optional().meta({
    description: "Changes nothing: a client has one look, which is set on the Dashboard.",
    examples: [],
  }),
  android_package_name: z.string().min(1).max(255).optional().meta({
    description:
      "Changes nothing: an Android app gets its user back from an institution's site by redirect_uri.",
    examples: [],
  }),
};

type Body = z.infer<z.ZodObject<typeof sessionFields>> & { products?: string[] | undefined };
type Settings = Pick<
  SessionConfig,
  | "requiredIfSupported"
  | "optionalProducts"
  | "additionalConsented"
  | "accountFilters"
  | "institutionId"
  | "isMultiItem"
  | "transactionDays"
  | "statements"
>;

const PRODUCT_FIELDS = [
  "products",
  "required_if_supported_products",
  "optional_products",
  "additional_consented_products",
] as const;

/**
 * Returns the settings of a session for a new Item; throws INVALID_FIELD if two fields name the
 * same product.
 */
export const newItemSettings = (body: Body): Settings => {
  for (const [at, field] of PRODUCT_FIELDS.entries())
    for (const earlier of PRODUCT_FIELDS.slice(0, at)) {
      const others: readonly string[] = body[earlier] ?? [];
      const both = body[field]?.filter((product) => others.includes(product)) ?? [];
      if (both.length > 0)
        throw invalid(`${field} must not have ${both.join(", ")}, which ${earlier} has`);
    }
  return {
    ...(body.required_if_supported_products && {
      requiredIfSupported: body.required_if_supported_products,
    }),
    ...(body.optional_products && { optionalProducts: body.optional_products }),
    ...(body.additional_consented_products && {
      additionalConsented: body.additional_consented_products,
    }),
    ...(body.account_filters && { accountFilters: body.account_filters }),
    ...(body.enable_multi_item_link && { isMultiItem: true }),
    ...(body.institution_id !== undefined && { institutionId: body.institution_id }),
    ...(body.transactions?.days_requested !== undefined && {
      transactionDays: body.transactions.days_requested,
    }),
    ...(body.statements && { statements: requirePeriod("statements", body.statements) }),
  };
};

/** The fields that apply only to a new Item. */
const NEW_ITEM_FIELDS = [
  "enable_multi_item_link",
  "required_if_supported_products",
  "optional_products",
  "institution_id",
] as const;

/**
 * Returns the settings of an update. The user agrees again to all of the Item's products if asked
 * to, or if the application names a product without consent.
 */
export const updateSettings = (
  body: Body & { update?: { reauthorization_enabled?: boolean | undefined } | undefined },
  item: Item,
  client: Client,
): Settings & Pick<SessionConfig, "isReauthorization"> => {
  for (const field of NEW_ITEM_FIELDS)
    if (body[field] !== undefined) throw invalid(`${field} must be left out with an access_token`);
  const agreed = [...item.products, ...item.consentedProducts];
  const added = (body.additional_consented_products ?? []).filter(
    (product) => !agreed.includes(product),
  );
  requireEnabled(client, added);
  const isAsked = added.length > 0 || body.update?.reauthorization_enabled === true;
  return {
    additionalConsented: withoutThoseOf(item, [
      ...listLinkProducts(item.consentedProducts),
      ...added,
    ]),
    ...(body.account_filters && { accountFilters: body.account_filters }),
    ...(isAsked && { isReauthorization: true }),
  };
};

const withoutThoseOf = ({ products }: Item, list: readonly LinkProduct[]): LinkProduct[] =>
  list.filter((product) => !products.includes(product));

const invalid = (message: string): Fault => new Fault("INVALID_FIELD", { message });
