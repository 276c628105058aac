import type { ClientBrand } from "../../domain/clients/client-brand.ts";
import { isFreeOrigin, parseOrigin } from "../../domain/clients/origin.ts";
import { requireProductionAccess } from "../../domain/clients/production-access.ts";
import { Fault } from "../../domain/fault.ts";
import { reportProductsOf } from "../../domain/institutions/product.ts";
import { SESSION_STARTS, SESSION_STARTS_OF_ADDRESS } from "../../domain/limits/rate-limits.ts";
import { requireProducts } from "../../domain/link/session-products.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import type { OpenContext } from "../endpoint.ts";
import { type SessionRequest, sessionRequestOf } from "./session-request.ts";

/** An authorized session request, and the brand of its client. */
export type AuthorizedRequest = SessionRequest & { brand: ClientBrand | null };

/** Checks a session request against its client and its origin, under a rate limit per client and address. */
export const authorizeSessionRequest = async (
  limit: string,
  { config, origin }: { config: Record<string, unknown>; origin: string },
  context: OpenContext,
): Promise<AuthorizedRequest> => {
  const request = await sessionRequestOf(config, context);
  requireProductionAccess(request.client, context.environment);
  requireOrigin(request, origin, context);
  const brand = await context.store.brands.of(request.client.clientId);
  requireSafeWebhookUrl("webhook", request.config.webhook, context);
  const bucket = `${limit} ${request.client.clientId}`;
  await context.limiter.pass(`${bucket} ${context.address}`, SESSION_STARTS_OF_ADDRESS);
  await context.limiter.pass(bucket, SESSION_STARTS);
  if (request.updateItem === null)
    requireProducts(
      request.client,
      request.config,
      reportProductsOf(request.linkToken?.details.products ?? []),
    );
  // The Dashboard previews a name before it is saved.
  const isPreview = origin === context.ownOrigin && !request.isWebview;
  const clientName = (!isPreview && brand?.name) || request.config.clientName;
  return { ...request, brand, config: { ...request.config, clientName } };
};

/** Requires an origin that the client allows, or our own, which a WebView has. */
function requireOrigin(
  { client }: SessionRequest,
  origin: string,
  { environment, ownOrigin }: OpenContext,
): void {
  const pageOrigin = parseOrigin(origin);
  const isAllowed =
    pageOrigin !== null &&
    (pageOrigin === ownOrigin ||
      isFreeOrigin(pageOrigin, environment) ||
      client.allowedOrigins.includes(pageOrigin));
  if (!isAllowed) throw new Fault("INVALID_ORIGIN");
}
