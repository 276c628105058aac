import { dataKinds } from "../../../i18n/trust.ts";
import type { LinkAccount } from "../../../protocol/account.ts";
import type { Connection } from "../../../protocol/link/selection.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { ShareableAccount } from "../../domain/items/item.ts";
import { issuePublicToken } from "../../domain/items/public-token.ts";
import { afterLogin } from "../../domain/link/attempt-guard.ts";
import type { LinkSession, SessionMove } from "../../domain/link/link-session.ts";
import { consentedProducts, productPlan } from "../../domain/link/product-plan.ts";
import { hasAllAuthFeatures } from "../../domain/link/session-products.ts";
import {
  resultToken,
  type SessionResult,
  sealResultToken,
  sealSharedAccounts,
  sharedAccounts,
} from "../../domain/link/session-result.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { connectionWebhooks } from "../../domain/link/session-webhooks.ts";
import { linkAccount } from "../../domain/link/shareable-accounts.ts";
import { oneTimePath } from "../../domain/portal-users/one-time-address.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeContext } from "../endpoint.ts";

/** The end of a session: the connection for the page, and the move that records it in the store. */
export type LinkResult = { connection: Connection; move: Omit<SessionMove, "answers"> };

/** The connection for the page, repeated if an ended session is reopened. */
export const toConnection = (
  services: Services & { session: LinkSession },
  { itemId, institutionId, publicToken, accounts, until }: NewConnection,
): Connection => {
  const { config } = services.session;
  const plan = productPlan(config, services.directory.get(institutionId));
  return {
    public_token: publicToken,
    accounts,
    kinds: dataKinds(consentedProducts(plan), config.language),
    until: until === null ? null : new Date(until).toISOString(),
    manage_url: oneTimePath(services, { itemId, personId: null }, config.language),
  };
};

type ConnectedStep = Extract<SessionStep, { at: "connected" }>;

type NewConnection = {
  itemId: string;
  institutionId: string;
  publicToken: string;
  accounts: LinkAccount[] | null;
  /** The end of the access; null for access without end. */
  until: number | null;
};

/** The last step of a session that connected an Item. */
export function connectedStep(
  context: BridgeContext,
  institutionId: string,
  itemId: string,
  accounts: readonly ShareableAccount[],
  publicTokenDigest: string,
): ConnectedStep {
  const { config } = context.session;
  const finishedAt = context.clock();
  const linkAccounts = accounts.map((account) =>
    linkAccount(account, hasAllAuthFeatures(config), finishedAt),
  );
  return {
    at: "connected",
    institutionId,
    itemId,
    sealedAccounts:
      config.accountSelection === "disabled"
        ? null
        : sealSharedAccounts(context, itemId, linkAccounts),
    publicTokens: [publicTokenDigest],
    ...(config.isMultiItem && { isOpen: true }),
    finishedAt,
  };
}

/** The accounts that a session has shared; null without a choice. */
export const listAccounts = (
  services: Pick<Services, "vault">,
  { itemId, accounts = null, sealedAccounts = null }: ConnectedStep,
): LinkAccount[] | null => sharedAccounts(services, itemId, sealedAccounts) ?? accounts;

/** The last step of a session that ends with an already connected Item. */
export const endAtResult = (
  services: Pick<Services, "vault">,
  result: SessionResult,
  finishedAt: number,
): ConnectedStep => ({
  at: "connected",
  institutionId: result.institutionId,
  itemId: result.itemId,
  sealedAccounts: result.sealedAccounts,
  publicTokens: [digest(resultToken(services, result))],
  finishedAt,
});

/** A session's record of a connected Item. */
export const resultOf = (
  services: Pick<Services, "vault">,
  { itemId, institutionId, sealedAccounts = null, finishedAt }: ConnectedStep,
  { publicToken, isNew }: { publicToken: string; isNew: boolean },
): SessionResult => ({
  itemId,
  institutionId,
  sealedToken: sealResultToken(services, itemId, publicToken),
  sealedAccounts,
  isNew,
  connectedAt: finishedAt,
});

/**
 * Ends an update-mode session with another public token for its Item; INVALID_PUBLIC_TOKEN if the
 * session's own token was exchanged since.
 */
export const endUpdate = async (
  context: BridgeContext,
  institutionId: string,
  itemId: string,
  accounts: readonly ShareableAccount[],
  until: number | null,
): Promise<LinkResult> => {
  const { session, store } = context;
  const { publicTokenDigest } = session;
  const opener =
    publicTokenDigest === null ? null : await store.publicTokens.byDigest(publicTokenDigest);
  if (opener?.exchangedAt)
    throw new Fault("INVALID_PUBLIC_TOKEN", { message: "the public_token is used up" });
  const { token, record } = issuePublicToken(context, { itemId, clientId: session.clientId });
  const step = connectedStep(context, institutionId, itemId, accounts, record.digest);
  const result = resultOf(context, step, { publicToken: token, isNew: false });
  return {
    connection: toConnection(context, {
      ...{ itemId, institutionId, until },
      publicToken: token,
      accounts: listAccounts(context, step),
    }),
    move: {
      step,
      guard: afterLogin(session.guard),
      publicToken: record,
      result,
      jobs: await connectionWebhooks(context, session, result),
    },
  };
};
