import { z } from "zod";
import type { SessionConfig } from "../../../protocol/config.ts";
import { AccountFilters, MoreProducts } from "../../../protocol/token-settings.ts";
import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import type { Client } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import { linkProductsOf } from "../../domain/institutions/product.ts";
import type { Item } from "../../domain/items/item.ts";
import { sessionProducts } from "../../domain/link/product-plan.ts";
import { mayEnterNumbers, requireEnabled } from "../../domain/link/session-products.ts";
import type { ApiContext } from "../endpoint.ts";

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
>;

const PRODUCT_FIELDS = [
  "products",
  "required_if_supported_products",
  "optional_products",
  "additional_consented_products",
] as const;

/** Returns the settings of a session for a new Item; throws INVALID_FIELD if two fields name one product. */
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
  };
};

/** The fields that are about a new Item alone. */
const NEW_ITEM_FIELDS = [
  "enable_multi_item_link",
  "required_if_supported_products",
  "optional_products",
  "institution_id",
] as const;

/**
 * Returns the settings of an update: the Item's user agrees again to all that it may share if they are asked
 * to, or if the application names a product that they have not agreed to.
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
      ...linkProductsOf(item.consentedProducts),
      ...added,
    ]),
    ...(body.account_filters && { accountFilters: body.account_filters }),
    ...(isAsked && { isReauthorization: true }),
  };
};

const withoutThoseOf = ({ products }: Item, list: readonly LinkProduct[]): LinkProduct[] =>
  list.filter((product) => !products.includes(product));

/** Throws if Link cannot open at the institution that a link token names. */
export const requireInstitution = (
  config: Pick<
    SessionConfig,
    "accountFilters" | "countryCodes" | "institutionId" | "product" | "user"
  >,
  { directory }: ApiContext,
): void => {
  const { countryCodes, institutionId } = config;
  if (institutionId === undefined) return;
  const { supported, enabled, ...institution } = directory.get(institutionId);
  if (!supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
  if (!enabled) throw new Fault("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT");
  const refuse = (reason: string) =>
    new Fault("INVALID_INSTITUTION", {
      message: `the institution of institution_id ${reason}`,
    });
  if (institution.purpose === "numbers") {
    if (mayEnterNumbers(config)) return;
    throw refuse("takes account numbers by hand, which this session does not allow");
  }
  const own = institution.countryCodes;
  if (!own.some((code) => countryCodes.includes(code)))
    throw refuse(`serves ${own.join(", ")}, and country_codes has ${countryCodes.join(", ")}`);
  const missing = sessionProducts(config).filter((name) => !institution.products.includes(name));
  if (missing.length > 0) throw refuse(`does not support ${missing.join(", ")}`);
};

const invalid = (message: string): Fault => new Fault("INVALID_FIELD", { message });
