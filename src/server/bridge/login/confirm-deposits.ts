import type { LoginResponse } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import type { AccountVerification } from "../../domain/link/link-session.ts";
import { centsOf } from "../../domain/verification/deposits.ts";
import { afterAmounts } from "../../domain/verification/verification.ts";
import { verificationWebhooks } from "../../domain/verification/verification-webhooks.ts";
import type { BridgeContext, Outcome } from "../endpoint.ts";
import { endUpdate } from "../finish/connect.ts";
import { alreadyAnswered } from "../session/session.ts";
import { ended } from "./login-outcome.ts";

/** Takes the amounts that arrived on an account, and so proves its numbers, or counts a wrong try. */
export const confirmDeposits = async (
  context: BridgeContext,
  typed: Record<string, string>,
): Promise<Outcome<LoginResponse>> => {
  const { session, store, directory, clock } = context;
  const { updateItemId: itemId, step } = session;
  if (itemId === null || step.at !== "credentials") throw alreadyAnswered();
  const [entered] = await store.items.accounts(itemId);
  if (!entered?.verification) throw alreadyAnswered();
  const connector = directory.connectorOf(step.institutionId);
  const right = await connector.matchesDeposits(entered.key, centsOf(typed));
  const { verification, refusal } = afterAmounts(entered.verification, right, clock());
  const accountVerification: AccountVerification = {
    itemId,
    accountId: entered.account.account_id,
    verification,
    expected: entered.verification,
  };
  if (refusal) {
    const isLate = verification.status === "verification_expired";
    return { refusal: new Fault(refusal, isLate ? TOO_LATE : {}), verified: accountVerification };
  }
  const { connection, move } = await endUpdate(context, step.institutionId, itemId, [
    { ...entered, verification },
  ]);
  const isNews = verification.status !== entered.verification.status;
  const item = await renewableItem(itemId, context);
  const jobs = isNews
    ? verificationWebhooks(context, item, accountVerification.accountId, verification)
    : [];
  return ended({
    connection,
    move: { ...move, accountVerification, jobs: [...(move.jobs ?? []), ...jobs] },
  });
};

const TOO_LATE = {
  message: "the amounts were not told in time; the account has to be linked anew",
};
