import type { LoginResponse } from "../../../protocol/bridge.ts";
import { revokeJob } from "../../domain/connectors/revoke-job.ts";
import type { Item } from "../../domain/items/item.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import { afterLogin } from "../../domain/link/attempt-guard.ts";
import { duplicateItem } from "../../domain/link/duplicate-item.ts";
import type { LoginResult, NewLogin } from "../../domain/link/login.ts";
import { hasAllAuthFeatures } from "../../domain/link/session-products.ts";
import {
  type ShareableAccounts,
  shareableAccountsOf,
} from "../../domain/link/shareable-accounts.ts";
import { updateAccounts } from "../../domain/link/update-accounts.ts";
import type { BridgeContext, Outcome } from "../endpoint.ts";
import { connectItem, itemProducts } from "../finish/connect-item.ts";
import type { LinkResult } from "../finish/link-result.ts";
import { renewItem, requireSameCustomer } from "../finish/renew-item.ts";
import { sealAccounts, selectionOf } from "../finish/sealed-accounts.ts";
import { approvalText } from "../oauth/approval.ts";

/**
 * What comes next in a login, as `nextStep` says; where it is refused, the access that the institution has
 * given is ended there.
 */
export const loginOutcome = async (
  context: BridgeContext,
  result: LoginResult,
): Promise<Outcome<LoginResponse>> => {
  try {
    return await nextStep(context, result);
  } catch (failure) {
    if (result.at === "accounts" && result.sealedState !== null)
      await context.store.jobs.add([revokeJob(result, context.clock())]);
    throw failure;
  }
};

/** The next step of a login: a challenge, a redirect, the accounts to share, or the connection if there is no choice. */
async function nextStep(
  context: BridgeContext,
  result: LoginResult,
): Promise<Outcome<LoginResponse>> {
  const { session, directory } = context;
  const guard = afterLogin(session.guard);
  if (result.at === "mfa")
    return {
      answer: { ...EMPTY, challenge: result.challenge },
      move: { step: result, guard },
    };
  if (result.at === "redirect") {
    const { startUrl, redirect, step } = result;
    const expires_at = new Date(redirect.expiresAt).toISOString();
    return {
      answer: { ...EMPTY, redirect: { url: startUrl, expires_at } },
      move: { step, redirect, guard },
    };
  }
  if (result.at === "approval")
    return {
      answer: { ...EMPTY, approval: approvalText(context, result.step) },
      move: { step: result.step, guard },
    };
  const institution = directory.get(result.institutionId);
  const { config, updateItemId } = session;
  if (updateItemId !== null) {
    if (institution.purpose === "numbers" || !(await isChoiceEnabled(context)))
      return connectionAnswer(await renewItem(context, result, result.accounts));
    await requireSameCustomer(context, result);
    const item = await renewableItem(updateItemId, context);
    const features = hasAllAuthFeatures(config);
    const accounts = await updateAccounts(context, item, result.accounts, features);
    return selectionAnswer(context, result, accounts, null);
  }
  const products = itemProducts(session, institution);
  const offer = shareableAccountsOf(context, result.accounts, products, hasAllAuthFeatures(config));
  if (institution.purpose === "numbers")
    return connectionAnswer(await connectItem(context, result, offer.accounts, offer.keys));
  const duplicate = await duplicateItem(context, session, result);
  if (config.accountSelection === "disabled" && !duplicate)
    return connectionAnswer(await connectItem(context, result, offer.accounts, offer.keys));
  return selectionAnswer(context, result, offer, duplicate);
}

/** Whether the application has its users choose anew in update mode. */
async function isChoiceEnabled({ session, store }: BridgeContext): Promise<boolean> {
  if (session.linkTokenDigest === null) return false;
  const linkToken = await store.linkTokens.byDigest(session.linkTokenDigest);
  return linkToken?.details.accountSelectionEnabled === true;
}

/** The answer of a login whose user has to choose. */
function selectionAnswer(
  context: BridgeContext,
  { institutionId, itemId, sealedLogin, sealedState, consentExpiresAt }: NewLogin,
  offer: ShareableAccounts,
  duplicate: Item | null,
): Outcome<LoginResponse> {
  const sealedOffer = sealAccounts(context, itemId, offer);
  return {
    answer: { ...EMPTY, selection: selectionOf(context, offer, duplicate) },
    move: {
      step: {
        at: "accounts",
        institutionId,
        itemId,
        sealedLogin,
        sealedState,
        consentExpiresAt,
        sealedOffer,
        duplicate: duplicate && { itemId: duplicate.itemId, createdAt: duplicate.createdAt },
      },
      guard: afterLogin(context.session.guard),
    },
  };
}

const EMPTY: LoginResponse = {
  challenge: null,
  selection: null,
  connection: null,
  redirect: null,
  approval: null,
};

/** The answer of a login that ends the session. */
export const connectionAnswer = ({ connection, move }: LinkResult): Outcome<LoginResponse> => ({
  answer: { ...EMPTY, connection },
  move,
});
