import type { z } from "zod";
import { FORM_WORDS } from "../../../i18n/forms.ts";
import { problemsIn } from "../../../protocol/errors/problems.ts";
import { LinkConfig, type SessionTheme, TokenConfig } from "../../../protocol/link/config.ts";
import { hasPrefix, TOKEN_KINDS, type TokenKind } from "../../../protocol/link/token-kinds.ts";
import { parseInput } from "../../../protocol/parse-input.ts";
import { asksConsent, type CountryCode, DEFAULT_LANGUAGE } from "../../../protocol/vocabulary.ts";
import type { Client } from "../../domain/clients/client.ts";
import { isFreeOrigin, parseOrigin } from "../../domain/clients/origin.ts";
import { requireProductionAccess } from "../../domain/clients/production-access.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, tokenEnvironment } from "../../domain/identifiers.ts";
import { listLinkProducts, listReportProducts } from "../../domain/institutions/product.ts";
import { PURPOSES } from "../../domain/institutions/purposes.ts";
import type { Item } from "../../domain/items/item.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import { SESSION_STARTS, SESSION_STARTS_OF_ADDRESS } from "../../domain/limits/rate-limits.ts";
import type { LinkSession, LinkToken } from "../../domain/link/link-session.ts";
import { requireProducts } from "../../domain/link/session-products.ts";
import type { Services } from "../../domain/services.ts";
import { requireSafeWebhookUrl } from "../../domain/webhooks/webhook-url.ts";
import type { OpenContext } from "../endpoint.ts";
import { type SessionLook, sessionLook } from "./session-look.ts";

/** The request for a session, from a page's configuration or a link token. */
export type SessionRequest = {
  client: Client;
  config: LinkSession["config"];
  /** The Item to update; null for a new Item. */
  updateItem: Item | null;
  linkToken: LinkToken | null;
  publicTokenDigest: string | null;
  isWebview: boolean;
  /** The page's look; missing fields come from the client's look. */
  theme: SessionTheme | undefined;
  /** The query of the user's return to the application's page, or null. */
  oauthStateId: string | null;
};

/** Parses the page's configuration; throws INVALID_CONFIGURATION, or the error of its token. */
const loadSessionRequest = async (
  input: Record<string, unknown>,
  services: Services,
): Promise<SessionRequest> => {
  if (!Object.hasOwn(input, "token")) return requestByKey(parse(LinkConfig, input), services);
  const config = parse(TokenConfig, input);
  return hasPrefix("public", config.token)
    ? requestByPublicToken(config, services)
    : requestByLinkToken(config, services);
};

function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: Record<string, unknown>,
): z.output<Schema> {
  const result = parseInput(schema, input);
  if (result.success) return result.data;
  const { missing, unknown, invalid } = problemsIn(result.issues, input);
  const problems = [
    ...missing.map((field) => `${field} is missing`),
    ...unknown.map((field) => `${field} is not a known field`),
    ...invalid,
  ];
  throw invalidConfiguration(problems.join("; "));
}

const invalidConfiguration = (problems: string): Fault =>
  new Fault("INVALID_CONFIGURATION", {
    message: `the Link configuration is not valid: ${problems}`,
  });

async function requestByKey(config: LinkConfig, services: Services): Promise<SessionRequest> {
  const client = await services.store.clients.byPublicKey(config.key);
  if (!client?.publicKeyEnabled) throw new Fault("INVALID_PUBLIC_KEY");
  requireEnvironment(config.env, services);
  const {
    key: _key,
    env: _env,
    isWebview,
    receivedRedirectUri: _receivedRedirectUri,
    theme,
    ...sessionConfig
  } = config;
  const accountSelection = sessionConfig.accountSelection ?? client.accountSelection;
  return {
    client,
    config: { ...sessionConfig, accountSelection },
    updateItem: null,
    linkToken: null,
    publicTokenDigest: null,
    isWebview,
    theme,
    oauthStateId: null,
  };
}

async function requestByLinkToken(page: TokenConfig, services: Services): Promise<SessionRequest> {
  requireEnvironment(page.env, services);
  requireToken("link", page.token, services);
  const linkToken = await services.store.linkTokens.byDigest(digest(page.token));
  if (!linkToken || services.clock() >= linkToken.expiresAt) throw new Fault("INVALID_LINK_TOKEN");
  const client = await loadClient("link", linkToken.clientId, page, services);
  const { receivedRedirectUri } = page;
  const { redirectUri, userId } = linkToken.details;
  if (userId !== null && (await services.store.users.byUserId(userId)) === null)
    throw new Fault("INVALID_LINK_TOKEN", { message: "the user of the link_token was removed" });
  if (receivedRedirectUri !== undefined && !isSamePage(receivedRedirectUri, redirectUri))
    throw invalidConfiguration(
      "receivedRedirectUri must be the redirect_uri of the link_token, with its query",
    );
  const { config, details } = linkToken;
  const accountSelection = config.accountSelection ?? client.accountSelection;
  // An update with a forced choice has a choice, even if new Items have none.
  const isForced = details.accountSelectionEnabled && accountSelection === "disabled";
  return {
    client,
    config: { ...config, accountSelection: isForced ? "several" : accountSelection },
    updateItem:
      linkToken.updateItemId === null
        ? null
        : await renewableItem(linkToken.updateItemId, services),
    linkToken,
    publicTokenDigest: null,
    isWebview: page.isWebview ?? false,
    theme: page.theme,
    oauthStateId:
      receivedRedirectUri === undefined
        ? null
        : new URL(receivedRedirectUri).searchParams.get("oauth_state_id"),
  };
}

async function requestByPublicToken(
  page: TokenConfig,
  services: Services,
): Promise<SessionRequest> {
  requireEnvironment(page.env, services);
  requireToken("public", page.token, services);
  const token = await services.store.publicTokens.byDigest(digest(page.token));
  if (!token || token.exchangedAt !== null || services.clock() >= token.expiresAt)
    throw new Fault("INVALID_PUBLIC_TOKEN", {
      message: "the public_token is unknown, expired or used up",
    });
  const client = await loadClient("public", token.clientId, page, services);
  const item = await renewableItem(token.itemId, services);
  const { language = DEFAULT_LANGUAGE, clientName = FORM_WORDS[language].application } = page;
  return {
    client,
    config: {
      clientName,
      language,
      product: listLinkProducts(item.products),
      countryCodes: listCountries(item, services),
      accountSelection: page.accountSelection ?? client.accountSelection,
      ...(page.user && { user: page.user }),
    },
    updateItem: item,
    linkToken: null,
    publicTokenDigest: token.digest,
    isWebview: page.isWebview ?? false,
    theme: page.theme,
    oauthStateId: null,
  };
}

/** The countries of an update. Files may come from any country, with or without a consent. */
function listCountries(
  { institutionId, consentExpiresAt }: Item,
  { directory }: Services,
): CountryCode[] {
  const { countryCodes, purpose } = directory.get(institutionId);
  if (!PURPOSES[purpose].isFromAnyCountry) return countryCodes;
  return countryCodes.filter((country) => asksConsent(country) === (consentExpiresAt !== null));
}

async function loadClient(
  kind: TokenKind,
  clientId: string,
  { key }: TokenConfig,
  { store }: Services,
): Promise<Client> {
  const client = await store.clients.byClientId(clientId);
  // The client was removed after the token was read.
  if (!client) throw new Fault(TOKEN_KINDS[kind].code);
  if (key !== undefined && key !== client.publicKey)
    throw new Fault("INVALID_PUBLIC_KEY", { message: "the key is not that of the token's client" });
  return client;
}

function requireEnvironment(env: string | undefined, { environment }: Services): void {
  if (env === undefined || env === environment) return;
  throw new Fault("UNAUTHORIZED_ENVIRONMENT", {
    message: `env is ${env}, but this server serves ${environment}`,
  });
}

function requireToken(kind: TokenKind, token: string, { environment }: Services): void {
  const { field, code } = TOKEN_KINDS[kind];
  const environmentInToken = tokenEnvironment(kind, token);
  if (environmentInToken === null) throw new Fault(code);
  if (environmentInToken !== environment)
    throw new Fault("UNAUTHORIZED_ENVIRONMENT", {
      message: `the ${field} is of another environment; this server serves ${environment}`,
    });
}

const isSamePage = (receivedUri: string, redirectUri: string | null): boolean =>
  redirectUri !== null && withoutQuery(receivedUri) === withoutQuery(redirectUri);

const withoutQuery = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
};

/** An authorized session request, and its look. */
type AuthorizedRequest = SessionRequest & { look: SessionLook };

/**
 * Checks a session request against its client and origin, with rate limits per client and address.
 */
export const authorizeSessionRequest = async (
  limit: string,
  { config, origin }: { config: Record<string, unknown>; origin: string },
  context: OpenContext,
): Promise<AuthorizedRequest> => {
  const request = await loadSessionRequest(config, context);
  requireProductionAccess(request.client, context.environment);
  requireOrigin(request, origin, context);
  const brand = await context.store.brands.of(request.client.clientId);
  const look = sessionLook(brand, request.theme);
  requireSafeWebhookUrl("webhook", request.config.webhook, context);
  const bucket = `${limit} ${request.client.clientId}`;
  await context.limiter.pass(`${bucket} ${context.address}`, SESSION_STARTS_OF_ADDRESS);
  await context.limiter.pass(bucket, SESSION_STARTS);
  if (request.updateItem === null)
    requireProducts(
      request.client,
      request.config,
      listReportProducts(request.linkToken?.details.products ?? []),
    );
  // The Dashboard previews a name before saving it.
  const isPreview =
    origin === context.ownOrigin && !request.isWebview && !request.linkToken?.details.hosted;
  const clientName = (!isPreview && brand?.name) || request.config.clientName;
  return { ...request, look, config: { ...request.config, clientName } };
};

/** Requires an origin that the client allows, or this server's own, which a WebView has. */
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
