import type { LoginResponse } from "../../../protocol/bridge.ts";
import { afterLogin } from "../../domain/link/attempt-guard.ts";
import type { LoginResult } from "../../domain/link/login.ts";
import { hasAllAuthFeatures } from "../../domain/link/session-products.ts";
import { shareableAccountsOf } from "../../domain/link/shareable-accounts.ts";
import type { BridgeContext, Outcome } from "../endpoint.ts";
import { type Connected, connectItem, itemProducts, renewItem } from "../finish/connect.ts";
import { sealAccounts, selectionOf } from "../finish/sealed-accounts.ts";

/**
 * What comes next in a login: a challenge; or the accounts that the user may share; or the end, where
 * there is nothing for them to choose.
 */
export const loginOutcome = async (
  context: BridgeContext,
  result: LoginResult,
): Promise<Outcome<LoginResponse>> => {
  const { session, directory } = context;
  const guard = afterLogin(session.guard);
  if (result.at === "mfa")
    return {
      answer: { ...NOTHING, challenge: result.challenge },
      move: { step: result, guard },
    };
  if (session.updateItemId !== null)
    return ended(await renewItem(context, result, result.accounts));
  const institution = directory.get(result.institutionId);
  const { config } = session;
  const products = itemProducts(session, institution);
  const offer = shareableAccountsOf(context, result.accounts, products, hasAllAuthFeatures(config));
  if (config.accountSelection === "disabled" || institution.purpose === "numbers")
    return ended(await connectItem(context, result, offer.accounts));
  const { institutionId, itemId, sealedLogin } = result;
  const sealedOffer = sealAccounts(context, itemId, offer);
  return {
    answer: { ...NOTHING, selection: selectionOf(context, offer) },
    move: { step: { at: "accounts", institutionId, itemId, sealedLogin, sealedOffer }, guard },
  };
};

const NOTHING: LoginResponse = { challenge: null, selection: null, connection: null };

/** The answer of a login that has reached its end. */
export const ended = ({ connection, move }: Connected): Outcome<LoginResponse> => ({
  answer: { ...NOTHING, connection },
  move,
});
