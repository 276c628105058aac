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

/** The products that a session requires, and the countries that have to have them. */
export type ProductRequest = Pick<SessionConfig, "countryCodes" | "product">;

/** The effective products of a session: those that all of its countries have. */
export const sessionProducts = ({ countryCodes, product }: ProductRequest): LinkProduct[] =>
  productsIn(countryCodes, product);

/** The products of a session in addition to those that it requires. */
export type MoreProducts = Pick<
  SessionConfig,
  "requiredIfSupported" | "optionalProducts" | "additionalConsented"
>;

/** The products of a session at an institution, by their effect on its Item. */
export type ProductPlan = {
  /** Each shared account has all of them. */
  required: LinkProduct[];
  /** Required as well, if an account of the login supports them. */
  ifSupported: LinkProduct[];
  /** Added if a shared account has them. */
  optional: LinkProduct[];
  /** Consented to, and added once the application calls for them. */
  consented: LinkProduct[];
};

/** Returns the products to request at an institution; numbers that are typed by hand are for Auth alone. */
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

/** Returns all products of a plan: the user of Link consents to them. */
export const consentedProducts = (plan: ProductPlan): LinkProduct[] => [
  ...new Set([...plan.required, ...plan.ifSupported, ...plan.optional, ...plan.consented]),
];

/** Returns the products that a session may read at any institution. */
export const requestedProducts = (config: ProductRequest & MoreProducts): LinkProduct[] =>
  consentedProducts(productPlan(config, { purpose: "login", products: [...LINK_PRODUCTS] }));

/**
 * Returns the products that each account of a login has to have: a product that is required if it is
 * supported counts if an account has it in addition to those before it.
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

/** Returns the products of a new Item, by the accounts that its user shares. */
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
