import type { LinkProduct, ReportProduct } from "../../../protocol/vocabulary.ts";
import { sessionReport } from "../../domain/consumer-reports/new-consumer-report.ts";
import { listReportProducts } from "../../domain/institutions/product.ts";
import type { ShareableAccount } from "../../domain/items/item.ts";
import type { ItemContact } from "../../domain/items/reminder.ts";
import { afterLogin } from "../../domain/link/attempt-guard.ts";
import { consentEnd, consentRecord, reconfirmableUntil } from "../../domain/link/consent.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { NewLogin } from "../../domain/link/login.ts";
import { newItem } from "../../domain/link/new-item.ts";
import { consentedProducts, itemProducts, productPlan } from "../../domain/link/product-plan.ts";
import { hasAllAuthFeatures } from "../../domain/link/session-products.ts";
import { connectionWebhooks } from "../../domain/link/session-webhooks.ts";
import { emailDigest, sealEmail } from "../../domain/portal-users/email.ts";
import { windowOfDays } from "../../domain/transactions/transaction-feed.ts";
import type { BridgeContext } from "../endpoint.ts";
import {
  connectedStep,
  type LinkResult,
  listAccounts,
  resultOf,
  toConnection,
} from "./link-result.ts";

/** Whether the days of transactions may be limited, since no product needs all days. */
const isLimitable = (products: readonly (LinkProduct | ReportProduct)[]): boolean =>
  products.includes("transactions") && products.every((product) => !NEEDS_ALL_DAYS.test(product));

const NEEDS_ALL_DAYS = /^(assets|income|cra_.*)$/;

/**
 * Returns the contact of a session's user: the session's language, and the application's address of
 * the user.
 */
export const contactOf = (
  services: Pick<BridgeContext, "vault">,
  { language, contactEmail, user }: LinkSession["config"],
): ItemContact => {
  const address = contactEmail ?? user?.emailAddress;
  if (address === undefined) return { language, email: null };
  const email = address.trim().toLowerCase();
  return {
    language,
    email: { digest: emailDigest(services, email), sealed: sealEmail(services, email) },
  };
};

/** Ends a session with a new Item that has these accounts, out of all accounts of the login. */
export const connectItem = async (
  context: BridgeContext,
  { itemId, institutionId, sealedLogin, sealedState, consentExpiresAt }: NewLogin,
  accounts: readonly ShareableAccount[],
  listedKeys: readonly string[],
): Promise<LinkResult> => {
  const { session, directory, store } = context;
  const { config } = session;
  const institution = directory.get(institutionId);
  const plan = productPlan(config, institution);
  const consent = consentRecord(session, itemId, institution, context);
  // Once the application names products to add later, calls for other products are refused.
  const isLimited = consent !== null || config.additionalConsented !== undefined;
  const until = consentEnd(consent, consentExpiresAt);
  const linkToken =
    session.linkTokenDigest === null
      ? null
      : await store.linkTokens.byDigest(session.linkTokenDigest);
  const products = itemProducts(plan, accounts, hasAllAuthFeatures(config));
  const reportProducts = listReportProducts(linkToken?.details.products ?? []);
  const { created, publicToken } = newItem(context, {
    itemId,
    clientId: session.clientId,
    userId: linkToken?.details.userId ?? null,
    clientUserId: linkToken?.details.clientUserId ?? null,
    applicationName: config.clientName ?? null,
    institutionId,
    sealedLogin,
    sealedState,
    products,
    consentedProducts: isLimited ? consentedProducts(plan) : null,
    reportProducts,
    webhook: config.webhook ?? null,
    accounts,
    listedKeys,
    consentExpiresAt: until,
    reconfirmableUntil: reconfirmableUntil(consent, consentExpiresAt, institution, context),
    contact: contactOf(context, config),
    statements: config.statements,
    ...(isLimitable([...products, ...reportProducts]) && {
      transactions: windowOfDays(config.transactionDays, context.clock()),
    }),
  });
  const step = connectedStep(context, institutionId, itemId, accounts, created.publicToken.digest);
  const result = resultOf(context, step, { publicToken, isNew: true });
  return {
    connection: toConnection(context, {
      ...{ itemId, institutionId, publicToken, until },
      accounts: listAccounts(context, step),
    }),
    move: {
      step,
      guard: afterLogin(session.guard),
      newItem: created,
      result,
      jobs: [
        ...(await connectionWebhooks(context, session, result)),
        ...(config.isMultiItem ? [] : await sessionReport(context, session)),
      ],
      // The session's next Item needs its own consent.
      ...(consent && { consentRecord: consent, consent: null }),
    },
  };
};
