import type { LinkAccount } from "../../../protocol/account.ts";
import type { Connection } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { jobsForEvent } from "../../domain/items/apply-item-event.ts";
import { connectionKey } from "../../domain/items/connection-key.ts";
import type { ShareableAccount } from "../../domain/items/item.ts";
import { newItem } from "../../domain/items/new-item.ts";
import { numbersWebhooks } from "../../domain/items/numbers-webhooks.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import { renewedAccounts } from "../../domain/items/renewed-accounts.ts";
import { afterLogin } from "../../domain/link/attempt-guard.ts";
import { consentRecord } from "../../domain/link/consent.ts";
import type { LinkSession, SessionMove } from "../../domain/link/link-session.ts";
import type { LoginOfItem } from "../../domain/link/login.ts";
import { issuePublicToken } from "../../domain/link/public-token.ts";
import { hasAllAuthFeatures, sessionProducts } from "../../domain/link/session-products.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { sessionWebhooks } from "../../domain/link/session-webhooks.ts";
import { linkAccount } from "../../domain/link/shareable-accounts.ts";
import type { Services } from "../../domain/services.ts";
import { verificationJobs } from "../../domain/verification/verification-webhooks.ts";
import type { BridgeContext } from "../endpoint.ts";

/** The end of a session: what Link hands over, and what has to be written for it to be true. */
export type Connected = { connection: Connection; move: Omit<SessionMove, "answers"> };

/** Ends a session with a new Item that has these accounts. */
export const connectItem = async (
  context: BridgeContext,
  { itemId, institutionId, sealedLogin }: LoginOfItem,
  accounts: readonly ShareableAccount[],
): Promise<Connected> => {
  const { session, directory } = context;
  const institution = directory.get(institutionId);
  const agreed = consentRecord(session, itemId, institution, context);
  const { created, publicToken } = newItem(context, {
    itemId,
    clientId: session.clientId,
    institutionId,
    sealedLogin,
    products: itemProducts(session, institution),
    webhook: session.config.webhook ?? null,
    accounts,
    consentExpiresAt: agreed?.expiresAt ?? null,
  });
  const step = connectedStep(context, institutionId, itemId, accounts, created.publicToken.digest);
  return {
    connection: connectionOf(context, itemId, publicToken, step.accounts),
    move: {
      step,
      guard: afterLogin(session.guard),
      newItem: created,
      jobs: await sessionWebhooks(context, session, { publicToken, isNew: true }),
      ...(agreed && { consentRecord: agreed }),
    },
  };
};

/** Ends a session with an Item that was there: its user has signed in again. */
export const renewItem = async (
  context: BridgeContext,
  { itemId, institutionId, sealedLogin }: LoginOfItem,
  found: Parameters<typeof renewedAccounts>[1],
): Promise<Connected> => {
  const { session, directory, store, clock } = context;
  const before = await renewableItem(itemId, context);
  const existing = await store.items.accounts(itemId);
  const accounts = renewedAccounts(existing, found, clock());
  if (accounts.length === 0) throw new Fault("INVALID_UPDATED_USERNAME");
  const agreed = consentRecord(session, itemId, directory.get(institutionId), context);
  const isRenewed = new Map(accounts.map((one) => [one.account.account_id, one]));
  const all = existing.map((one) => isRenewed.get(one.account.account_id) ?? one);
  const { connection, move } = await endUpdate(context, institutionId, itemId, all);
  const loggedInAt = clock();
  const after = {
    ...before,
    error: null,
    loggedInAt,
    consentExpiresAt: agreed?.expiresAt ?? before.consentExpiresAt,
  };
  return {
    connection,
    move: {
      ...move,
      itemRenewal: { itemId, sealedLogin, accounts, loggedInAt },
      jobs: [
        ...(move.jobs ?? []),
        ...jobsForEvent(context, before, "LOGIN_RENEWED", after),
        ...numbersWebhooks(context, before, existing, accounts),
        ...accounts.flatMap((one) => verificationJobs(context, one)),
      ],
      ...(agreed && { consentRecord: agreed }),
    },
  };
};

/** Ends a session with an Item that was there, and hands it over again. */
export const endUpdate = async (
  context: BridgeContext,
  institutionId: string,
  itemId: string,
  accounts: readonly ShareableAccount[],
): Promise<Connected> => {
  const { session, store } = context;
  const { publicTokenDigest: opening } = session;
  if (opening !== null && (await store.publicTokens.byDigest(opening))?.exchangedAt)
    throw new Fault("INVALID_PUBLIC_TOKEN", { message: "the public_token is used up" });
  const { token, record } = issuePublicToken(context, { itemId, clientId: session.clientId });
  const step = connectedStep(context, institutionId, itemId, accounts, record.digest);
  return {
    connection: connectionOf(context, itemId, token, step.accounts),
    move: {
      step,
      guard: afterLogin(session.guard),
      publicToken: record,
      jobs: await sessionWebhooks(context, session, { publicToken: token, isNew: false }),
    },
  };
};

/** What a connected session hands over, as often as it does. */
export const connectionOf = (
  services: Services & { session: LinkSession },
  itemId: string,
  publicToken: string,
  accounts: LinkAccount[] | null,
): Connection => ({
  public_token: publicToken,
  accounts,
  manage_url: sessionProducts(services.session.config).includes("assets")
    ? `/my#${connectionKey(services, itemId)}`
    : null,
});

/** The products of a session that are read from an institution; by hand there is one alone. */
export const itemProducts = (
  { config }: LinkSession,
  { purpose }: CatalogueInstitution,
): ReturnType<typeof sessionProducts> =>
  purpose === "numbers" ? ["auth"] : sessionProducts(config);

function connectedStep(
  { session, clock }: BridgeContext,
  institutionId: string,
  itemId: string,
  accounts: readonly ShareableAccount[],
  publicToken: string,
): Extract<SessionStep, { at: "connected" }> {
  const { config } = session;
  const finishedAt = clock();
  const shown = accounts.map((one) => linkAccount(one, hasAllAuthFeatures(config), finishedAt));
  return {
    at: "connected",
    institutionId,
    itemId,
    accounts: config.accountSelection === "disabled" ? null : shown,
    publicTokens: [publicToken],
    finishedAt,
  };
}
