import { SelectAccountsRequest } from "../../../protocol/link/bridge.ts";
import { Connection } from "../../../protocol/link/selection.ts";
import { Fault } from "../../domain/fault.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { supersededFault } from "../session/session-state.ts";
import { connectItem } from "./connect-item.ts";
import { renewWithChoice } from "./renew-item.ts";
import { unsealAccounts } from "./sealed-accounts.ts";

/**
 * Receives the accounts to share, creates the Item or updates it, and issues the public token that
 * ends Link.
 */
export const selectAccounts = bridgeEndpoint({
  path: "/bridge/accounts/select",
  access: "submission",
  request: SelectAccountsRequest,
  response: Connection,
  async handle({ account_ids }, context) {
    const { step, config, updateItemId } = context.session;
    if (step.at !== "accounts") throw supersededFault();
    const selection = new Set(account_ids);
    if (config.accountSelection === "one" && selection.size > 1)
      throw new Fault("INVALID_FIELD", { message: "account_ids must have at most 1 element" });
    const { accounts, keys } = unsealAccounts(context, step);
    const accountsToShare = accounts.filter(
      ({ account }) => config.accountSelection === "disabled" || selection.has(account.account_id),
    );
    if (accountsToShare.length < selection.size) throw new Fault("INVALID_ACCOUNT_ID");
    const { connection, move } =
      updateItemId === null
        ? await connectItem(context, step, accountsToShare, keys)
        : await renewWithChoice(context, step, accountsToShare, keys);
    return { answer: connection, move };
  },
});
