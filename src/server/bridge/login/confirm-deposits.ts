import type { LoginResponse } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import { centsOf } from "../../domain/verification/deposits.ts";
import type { AccountVerification } from "../../domain/verification/verification.ts";
import { afterAmounts } from "../../domain/verification/verification.ts";
import { verificationWebhooks } from "../../domain/verification/verification-webhooks.ts";
import type { BridgeContext, Outcome } from "../endpoint.ts";
import { endUpdate } from "../finish/end-update.ts";
import { supersededFault } from "../session/session-state.ts";
import { connectionAnswer } from "./login-outcome.ts";

/** Compares the amounts of micro-deposits: a match verifies the numbers, a mismatch counts an attempt. */
export const confirmDeposits = async (
  context: BridgeContext,
  fields: Record<string, string>,
): Promise<Outcome<LoginResponse>> => {
  const { session, store, directory, clock } = context;
  const { updateItemId: itemId, step } = session;
  if (itemId === null || step.at !== "credentials") throw supersededFault();
  const [itemAccount] = await store.items.accounts(itemId);
  if (!itemAccount?.verification) throw supersededFault();
  const connector = directory.connectorOf(step.institutionId);
  const isMatch = await connector.matchesDeposits(itemAccount.key, centsOf(fields));
  const { verification, refusal } = afterAmounts(itemAccount.verification, isMatch, clock());
  const accountVerification: AccountVerification = {
    itemId,
    accountId: itemAccount.account.account_id,
    verification,
    expected: itemAccount.verification,
  };
  if (refusal) {
    const isLate = verification.status === "verification_expired";
    return { refusal: new Fault(refusal, isLate ? TOO_LATE : {}), verified: accountVerification };
  }
  const { connection, move } = await endUpdate(context, step.institutionId, itemId, [
    { ...itemAccount, verification },
  ]);
  const isStatusChange = verification.status !== itemAccount.verification.status;
  const item = await renewableItem(itemId, context);
  const jobs = isStatusChange
    ? verificationWebhooks(context, item, accountVerification.accountId, verification)
    : [];
  return connectionAnswer({
    connection,
    move: { ...move, accountVerification, jobs: [...(move.jobs ?? []), ...jobs] },
  });
};

const TOO_LATE = {
  message: "the amounts were not told in time; the account has to be linked anew",
};
