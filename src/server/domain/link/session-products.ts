import type { Account } from "../../../protocol/account.ts";
import type { SessionConfig } from "../../../protocol/link/config.ts";
import type { AccountFilters } from "../../../protocol/link/token-settings.ts";
import type { LinkProduct, Product, ReportProduct } from "../../../protocol/vocabulary.ts";
import type { Client } from "../clients/client.ts";
import { openInstitution } from "../connectors/directory.ts";
import { Fault } from "../fault.ts";
import { listLinkProducts, REPORT_SOURCES } from "../institutions/product.ts";
import { PURPOSES } from "../institutions/purposes.ts";
import { hasAccess } from "../items/item-state.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";
import {
  consentedProducts,
  type MoreProducts,
  type ProductRequest,
  productPlan,
  sessionProducts,
} from "./product-plan.ts";

/**
 * Throws INVALID_PRODUCT for a product that the client is not enabled for, or without any product.
 * A session for a consumer report may use the report's source products without enabling.
 */
export const requireProducts = (
  client: Client,
  request: ProductRequest & MoreProducts,
  reportProducts: readonly ReportProduct[] = [],
): void => {
  const { product, requiredIfSupported = [], optionalProducts = [] } = request;
  const others = [
    ...requiredIfSupported,
    ...optionalProducts,
    ...(request.additionalConsented ?? []),
  ];
  requireEnabled(client, [...product, ...others], reportProducts.length > 0 ? REPORT_SOURCES : []);
  if (sessionProducts(request).length === 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `no requested product is available in all of ${request.countryCodes.join(", ")}`,
    });
};

/**
 * Throws INVALID_PRODUCT for a product that the client is not enabled for. Some products need no
 * enabling.
 */
export const requireEnabled = (
  { products: enabled }: Client,
  products: readonly LinkProduct[],
  free: readonly LinkProduct[] = [],
): void => {
  const disabled = products.filter((name) => !enabled.includes(name) && !free.includes(name));
  if (disabled.length > 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `the client is not enabled for ${disabled.join(", ")}`,
    });
};

/** Whether all Auth features are on, which needs a user in the session. */
export const hasAllAuthFeatures = ({ user }: Pick<SessionConfig, "user">): boolean =>
  user !== undefined;

/** Whether a user may enter account numbers by hand. Micro-deposits must be able to verify them. */
export const mayEnterNumbers = (
  config: ProductRequest & Pick<SessionConfig, "accountFilters" | "user">,
): boolean =>
  hasAllAuthFeatures(config) &&
  config.countryCodes.includes("US") &&
  sessionProducts(config).includes("auth") &&
  (["checking", "savings"] as const).some((subtype) =>
    isAccountWanted(config.accountFilters, { type: "depository", subtype }),
  );

/**
 * Returns the mail address of a session's user, in the form stored with one-person institutions.
 */
export const toPerson = ({
  contactEmail,
  user,
}: Pick<SessionConfig, "contactEmail" | "user">): string | undefined =>
  (contactEmail ?? user?.emailAddress)?.trim().toLowerCase();

/** Throws if Link cannot open at the institution of a client's link token. */
export const requireInstitution = (
  config: Pick<
    SessionConfig,
    "accountFilters" | "contactEmail" | "countryCodes" | "institutionId" | "product" | "user"
  >,
  { clientId }: Pick<Client, "clientId">,
  { directory }: Pick<LinkDeps, "directory">,
): void => {
  const { countryCodes, institutionId } = config;
  if (institutionId === undefined) return;
  const { supported, enabled, ...institution } = openInstitution(directory, institutionId, {
    clientId,
    person: toPerson(config),
  });
  if (!supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
  if (!enabled) throw new Fault("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT");
  const refuse = (reason: string) =>
    new Fault("INVALID_INSTITUTION", {
      message: `the institution of institution_id ${reason}`,
    });
  if (PURPOSES[institution.purpose].isConfirmedByAmounts) {
    if (mayEnterNumbers(config)) return;
    throw refuse("takes account numbers by hand, which this session does not allow");
  }
  const own = institution.countryCodes;
  if (!own.some((code) => countryCodes.includes(code)))
    throw refuse(`serves ${own.join(", ")}, and country_codes has ${countryCodes.join(", ")}`);
  const missing = sessionProducts(config).filter((name) => !institution.products.includes(name));
  if (missing.length > 0) throw refuse(`does not support ${missing.join(", ")}`);
};

/** Whether a session offers accounts of a kind. */
export const isAccountWanted = (
  filters: AccountFilters | undefined,
  { type, subtype }: Pick<Account, "type" | "subtype">,
): boolean => {
  if (!filters) return true;
  const subtypes: readonly string[] = filters[type]?.account_subtypes ?? [];
  return subtypes.includes("all") || (subtype !== null && subtypes.includes(subtype));
};

/**
 * Returns the products that the user is asked to share at an institution: the session's products,
 * and those of Items that the login may renew. A renewal would lose products that are not requested
 * again.
 */
export const productsToShare = async (
  services: LinkDeps,
  { clientId, config, linkTokenDigest, updateItemId }: LinkSession,
  institutionId: string,
): Promise<Product[]> => {
  const { clock, directory, environment, store } = services;
  const products: Product[] = consentedProducts(productPlan(config, directory.get(institutionId)));
  if (updateItemId !== null) {
    const { products: current, consentedProducts: agreed } = (await store.items.byItemId(
      updateItemId,
    )) ?? { products: [], consentedProducts: [] };
    return [...new Set([...products, ...current, ...listLinkProducts(agreed)])];
  }
  const linkToken =
    linkTokenDigest === null ? null : await store.linkTokens.byDigest(linkTokenDigest);
  if (!linkToken) return products;
  const { userId, clientUserId } = linkToken.details;
  const items = await store.items.ofEndUser({ clientId, institutionId, userId, clientUserId });
  const moment = { environment, now: clock() };
  const renewable = items.filter((item) => hasAccess(item, "renewal", moment));
  return [...new Set([...products, ...renewable.flatMap((item) => item.products)])];
};
