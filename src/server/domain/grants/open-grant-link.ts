import { createHmac } from "node:crypto";
import type { SessionConfig } from "../../../protocol/link/config.ts";
import {
  type CountryCode,
  type Language,
  LINK_PRODUCTS,
  type LinkProduct,
} from "../../../protocol/vocabulary.ts";
import type { AuditActor } from "../audit-actor.ts";
import { requireProductionAccess } from "../clients/production-access.ts";
import { requireRedirectUri } from "../clients/redirect-uri.ts";
import { Fault } from "../fault.ts";
import { toUuid } from "../identifiers.ts";
import { hasAccess } from "../items/item-state.ts";
import { hostedRandom, hostedUrl } from "../link/hosted-link.ts";
import { issueLinkToken } from "../link/link-token.ts";
import { requireInstitution, requireProducts } from "../link/session-products.ts";
import type { Runtime } from "../runtime.ts";
import type { OpenLinkDeps } from "./deps.ts";
import type { Grant } from "./grant.ts";
import type { GrantLink } from "./grant-link.ts";

/** How many links of one grant may wait for their users. */
const MAX_OPEN_LINKS = 1000;

/** The longest details of a link, in characters. */
const MAX_DETAILS = 4000;

/** A link that an application asks for; each field that is null is left to the user or the default. */
export type GrantLinkRequest = {
  /** The id of the link, a UUID; a new one by default. */
  linkId?: string;
  /** The application's own name of the link, which no other link of the grant has. */
  reference?: string;
  language: Language;
  countryCodes: readonly CountryCode[];
  /**
   * The products that an institution must have, then the optional ones. The client must be enabled
   * for each.
   */
  products: readonly LinkProduct[];
  optionalProducts: readonly LinkProduct[];
  /** The institution at which Link opens, in place of the list. */
  institutionId: string | null;
  /** The page to which the user returns, as the rule of hosted links allows, and the query that is added to it. */
  redirect: { uri: string; field: string; query: Readonly<Record<string, string>> } | null;
  /** The application's own id of the user. A user who signs in with a login that it has already may renew that Item. */
  clientUserId: string | null;
  /** How many days of transactions a new Item reads. */
  transactionDays: number | null;
  /** How many days the application reads what is linked. */
  accessDays: number | null;
  /** An Item of the grant that its user renews; products and institution are then its own. */
  updateItemId: string | null;
  lifetimeMs: number;
  /** JSON, in the words of the door. */
  details: string;
};

/**
 * Creates a link of hosted Link for an application, under the client of its grant. The Item that is connected there
 * joins the grant in the transaction that connects it, whatever becomes of the page. Throws INVALID_FIELD,
 * INVALID_INSTITUTION or INVALID_PRODUCT for a wrong request.
 */
export const openGrantLink = async (
  services: OpenLinkDeps,
  grant: Grant,
  request: GrantLinkRequest,
): Promise<GrantLink> => {
  const { clock, random, store } = services;
  const client = grant.clientId === null ? null : await store.clients.byClientId(grant.clientId);
  if (!client?.grantsAllowed) throw new Fault("INVALID_API_KEYS");
  requireProductionAccess(client, services.environment);
  if (request.details.length > MAX_DETAILS)
    throw invalid(`the request must have at most ${MAX_DETAILS} characters`);
  if ((await store.grantLinks.countOpen(grant.grantId, clock())) >= MAX_OPEN_LINKS)
    throw invalid(`${MAX_OPEN_LINKS} links wait for their users; delete some first`);
  const { redirect } = request;
  await requireRedirectUri(services, client, redirect?.uri, redirect?.field ?? "");
  const config = await loadConfig(services, grant, request);
  if (request.updateItemId === null) {
    requireProducts(client, config);
    requireInstitution(config, client, services);
  }
  const linkId = request.linkId ?? toUuid(random(16));
  const { record } = issueLinkToken(
    { ...services, random: hostedRandom(services, toSecret(services, linkId)) },
    {
      clientId: client.clientId,
      config,
      updateItemId: request.updateItemId,
      details: {
        clientUserId: userIdOf(grant, request),
        redirectUri: null,
        userId: null,
        products: [...request.products],
        permissiblePurpose: null,
        reportOptions: null,
        hosted: { completionRedirectUri: redirect && withQuery(redirect), namesReader: true },
      },
    },
    request.lifetimeMs,
  );
  const link: GrantLink = {
    linkId,
    grantId: grant.grantId,
    linkTokenDigest: record.digest,
    reference: request.reference ?? null,
    details: request.details,
    accessDays: request.accessDays,
    createdAt: record.createdAt,
    expiresAt: record.expiresAt,
    linkedAt: null,
    itemId: null,
  };
  await store.transact(async ({ grants, linkTokens, grantLinks }) => {
    // The grant may have ended after the call was admitted.
    if (!(await grants.byId(grant.grantId))) throw new Fault("INVALID_API_KEYS");
    await linkTokens.create(record);
    if (!(await grantLinks.create(link)))
      throw invalid("reference must be unique: there is a link with it");
  });
  return link;
};

/** Returns the address of a link. The store has no secret of it: that follows from its id by the server's key. */
export const grantLinkUrl = (
  services: Pick<Runtime, "vault"> & { publicUrl(): string },
  { linkId }: Pick<GrantLink, "linkId">,
): string => hostedUrl(services.publicUrl(), toSecret(services, linkId));

/** Deletes a link of an application, with its session; the Item that it connected leaves the grant. False without it. */
export const removeGrantLink = (
  { clock, store }: Pick<OpenLinkDeps, "clock" | "store">,
  { grantId }: Grant,
  linkId: string,
  actor: AuditActor,
): Promise<boolean> =>
  store.transact(async ({ grantLinks, audit }) => {
    const at = clock();
    const link = await grantLinks.byId(grantId, linkId);
    if (!link || !(await grantLinks.remove(grantId, linkId, at))) return false;
    if (link.itemId !== null)
      await audit.append({
        at,
        actor,
        action: "grant.change",
        subject: grantId,
        details: { removed_link: linkId, removed_items: [link.itemId] },
      });
    return true;
  });

/** The secret of a link, 43 characters of base64url. */
const toSecret = ({ vault }: Pick<Runtime, "vault">, linkId: string): string =>
  createHmac("sha256", vault.key("grant-link")).update(linkId).digest("base64url");

async function loadConfig(
  services: OpenLinkDeps,
  grant: Grant,
  request: GrantLinkRequest,
): Promise<SessionConfig> {
  const { institutionId, transactionDays, updateItemId } = request;
  const common = {
    clientName: grant.name,
    language: request.language,
    countryCodes: [...request.countryCodes],
  };
  if (updateItemId !== null) {
    const item = await renewableItem(services, grant, updateItemId);
    return { ...common, product: LINK_PRODUCTS.filter((name) => item.products.includes(name)) };
  }
  return {
    ...common,
    product: [...request.products],
    ...(request.optionalProducts.length > 0 && { optionalProducts: [...request.optionalProducts] }),
    ...(institutionId !== null && { institutionId }),
    ...(transactionDays !== null && { transactionDays }),
  };
}

async function renewableItem(
  { clock, environment, store }: OpenLinkDeps,
  { grantId, clientId }: Grant,
  itemId: string,
) {
  const isOfGrant = (await store.grants.accounts(grantId, [itemId])).length > 0;
  const item = isOfGrant ? await store.items.byItemId(itemId) : null;
  if (item?.clientId !== clientId || !hasAccess(item, "renewal", { environment, now: clock() }))
    throw new Fault("ITEM_NOT_FOUND");
  return item;
}

/** Names the user within the grant, so that no id of another application, or of the client's own, is the same. */
const userIdOf = ({ grantId }: Grant, { clientUserId }: GrantLinkRequest): string =>
  clientUserId === null ? grantId : `${grantId} ${clientUserId}`;

function withQuery({ uri, query }: NonNullable<GrantLinkRequest["redirect"]>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const invalid = (message: string): Fault => new Fault("INVALID_FIELD", { message });
