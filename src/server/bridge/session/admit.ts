import { isFreeOrigin, parseOrigin } from "../../domain/clients/origin.ts";
import { Fault } from "../../domain/fault.ts";
import { SESSION_STARTS, SESSION_STARTS_OF_ADDRESS } from "../../domain/limits/rate-limits.ts";
import { requireProducts } from "../../domain/link/session-products.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import type { OpenContext } from "../endpoint.ts";
import { type SessionRequest, sessionRequestOf } from "./session-request.ts";

/** Checks what opens Link against its client, and counts who asks under a name; or says what is wrong. */
export const admit = async (
  name: string,
  { config, origin }: { config: Record<string, unknown>; origin: string },
  context: OpenContext,
): Promise<SessionRequest> => {
  const opening = await sessionRequestOf(config, context);
  requireOrigin(opening, origin, context);
  requireSafeWebhookUrl("webhook", opening.config.webhook, context.environment);
  const asked = `${name} ${opening.client.clientId}`;
  await context.limiter.pass(`${asked} ${context.address}`, SESSION_STARTS_OF_ADDRESS);
  await context.limiter.pass(asked, SESSION_STARTS);
  if (opening.updateItem === null) requireProducts(opening.client, opening.config);
  return opening;
};

/** A frame stands in a page that its client knows, in an app or not; a whole page is our own. */
function requireOrigin(
  { client, isWebview }: SessionRequest,
  origin: string,
  { environment, ownOrigin }: OpenContext,
): void {
  const parsed = parseOrigin(origin);
  const isKnown =
    parsed !== null &&
    ((isWebview && parsed === ownOrigin) ||
      isFreeOrigin(parsed, environment) ||
      client.allowedOrigins.includes(parsed));
  if (!isKnown) throw new Fault("INVALID_ORIGIN");
}
