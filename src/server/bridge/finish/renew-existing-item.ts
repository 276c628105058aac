import { RenewExistingRequest } from "../../../protocol/link/bridge.ts";
import { Connection } from "../../../protocol/link/selection.ts";
import type { LoginAccount } from "../../domain/connectors/bank-account.ts";
import { openState, sealState } from "../../domain/connectors/connector-state.ts";
import { openCredentials, sealCredentials } from "../../domain/connectors/open-login.ts";
import { sessionReport } from "../../domain/consumer-reports/new-consumer-report.ts";
import type { ShareableAccount } from "../../domain/items/item.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { supersededFault } from "../session/session-state.ts";
import { renewItem } from "./renew-item.ts";
import { unsealAccounts } from "./sealed-accounts.ts";

/**
 * Ends the session with the user's earlier Item of this login, instead of a duplicate. The Item
 * gets the new login, and keeps its ids, access token and history.
 */
export const renewExistingItem = bridgeEndpoint({
  path: "/bridge/item/renew",
  access: "submission",
  request: RenewExistingRequest,
  response: Connection,
  async handle(_, context) {
    const { session } = context;
    const { step } = session;
    if (step.at !== "accounts" || !step.duplicate) throw supersededFault();
    const { institutionId, sealedState, consentExpiresAt, duplicate } = step;
    const { itemId } = duplicate;
    const credentials = openCredentials(context, step);
    const login = {
      institutionId,
      consentExpiresAt,
      itemId,
      sealedLogin: sealCredentials(context, itemId, credentials),
      sealedState:
        sealedState &&
        sealState(context, itemId, openState(context, step.itemId, { sealed: sealedState })),
    };
    const { accounts } = unsealAccounts(context, step);
    const { connection, move } = await renewItem(context, login, accounts.map(toBankAccount));
    const jobs = session.config.isMultiItem ? [] : await sessionReport(context, session);
    return { answer: connection, move: { ...move, jobs: [...(move.jobs ?? []), ...jobs] } };
  },
});

/** An offered account, as the institution reported it. */
function toBankAccount({ account, key, numbers, verification }: ShareableAccount): LoginAccount {
  const { account_id: _, persistent_account_id: __, ...rest } = account;
  return {
    ...rest,
    key,
    numbers,
    ...(verification && {
      microDeposits: verification.status === "pending_manual_verification" ? "manual" : "automatic",
    }),
  };
}
