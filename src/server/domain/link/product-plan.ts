import type { SessionConfig } from "../../../protocol/link/config.ts";
import { LINK_PRODUCTS, type LinkProduct } from "../../../protocol/vocabulary.ts";
import type { CatalogueInstitution } from "../institutions/institution.ts";
import {
  type AccountFeatures,
  isOfSomeTypes,
  missingProduct,
  productsIn,
} from "../institutions/product.ts";
import { PURPOSES } from "../institutions/purposes.ts";
import type { ShareableAccount } from "../items/item.ts";

/** The products that a session requires, and the countries that must have them. */
export type ProductRequest = Pick<SessionConfig, "countryCodes" | "product">;

/** The effective products of a session: those in all of its countries. */
export const sessionProducts = ({ countryCodes, product }: ProductRequest): LinkProduct[] =>
  productsIn(countryCodes, product);

/** The further products of a session, which it does not require. */
export type MoreProducts = Pick<
  SessionConfig,
  "requiredIfSupported" | "optionalProducts" | "additionalConsented"
>;

/** A session's products at an institution, by their effect on the Item. */
export type ProductPlan = {
  /** Each shared account has all of these products. */
  required: LinkProduct[];
  /** Also required if an account of the login supports them. */
  ifSupported: LinkProduct[];
  /** Added if a shared account supports them. */
  optional: LinkProduct[];
  /** Consented to, and added once the application requests them. */
  consented: LinkProduct[];
};

/** Returns the products to request at an institution. Manual account numbers are for Auth only. */
export const productPlan = (
  config: ProductRequest & MoreProducts,
  { purpose, products }: Pick<CatalogueInstitution, "purpose" | "products">,
): ProductPlan => {
  const { products: own } = PURPOSES[purpose];
  if (own) return { required: [...own], ifSupported: [], optional: [], consented: [] };
  const supported = (list: readonly LinkProduct[] = []) =>
    productsIn(config.countryCodes, list).filter((product) => products.includes(product));
  return {
    required: sessionProducts(config),
    ifSupported: supported(config.requiredIfSupported),
    optional: supported(config.optionalProducts),
    consented: supported(config.additionalConsented),
  };
};

/** Returns all products of a plan, to which the user of Link consents. */
export const consentedProducts = (plan: ProductPlan): LinkProduct[] => [
  ...new Set([...plan.required, ...plan.ifSupported, ...plan.optional, ...plan.consented]),
];

/** Returns the products that a session may read at any institution. */
export const requestedProducts = (config: ProductRequest & MoreProducts): LinkProduct[] =>
  consentedProducts(productPlan(config, { purpose: "login", products: [...LINK_PRODUCTS] }));

/**
 * Returns the products that each account of a login must have. A product that is required if
 * supported counts if an account has it in addition to the previous products.
 */
export const requiredProducts = (
  { required, ifSupported }: ProductPlan,
  accounts: readonly AccountFeatures[],
  allAuthFeatures: boolean,
): LinkProduct[] => {
  const products = [...required];
  for (const product of ifSupported) {
    const more = [...products, product];
    if (accounts.some((account) => !missingProduct(account, more, allAuthFeatures)))
      products.push(product);
  }
  return products;
};

/** Returns the products of a new Item, from the shared accounts. */
export const itemProducts = (
  { required, ifSupported, optional }: ProductPlan,
  accounts: readonly ShareableAccount[],
  allAuthFeatures: boolean,
): LinkProduct[] => {
  const features = accounts.map(featuresOf);
  const has = (product: LinkProduct) => (account: AccountFeatures) =>
    !missingProduct(account, [product], allAuthFeatures);
  return [
    ...required,
    ...ifSupported.filter((product) =>
      isOfSomeTypes(product) ? features.some(has(product)) : features.every(has(product)),
    ),
    ...optional.filter((product) => features.some(has(product))),
  ];
};

const featuresOf = ({ account, numbers, verification }: ShareableAccount): AccountFeatures => ({
  type: account.type,
  subtype: account.subtype,
  numbers,
  ...(verification && { microDeposits: "automatic" }),
});
