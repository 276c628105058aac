import { Connection, SelectAccountsRequest } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { alreadyAnswered } from "../session/session.ts";
import { connectItem } from "./connect.ts";
import { unsealAccounts } from "./sealed-accounts.ts";

/** Takes the accounts the user shares, makes the Item, and mints the public token that ends Link. */
export const selectAccounts = bridgeEndpoint({
  path: "/bridge/accounts/select",
  access: "submission",
  request: SelectAccountsRequest,
  response: Connection,
  async handle({ account_ids }, context) {
    const { step, config } = context.session;
    if (step.at !== "accounts") throw alreadyAnswered();
    const wanted = new Set(account_ids);
    if (config.accountSelection === "one" && wanted.size > 1)
      throw new Fault("INVALID_FIELD", { message: "account_ids must have at most 1 element" });
    const { accounts } = unsealAccounts(context, step);
    const chosen = accounts.filter(({ account }) => wanted.has(account.account_id));
    if (chosen.length < wanted.size) throw new Fault("INVALID_ACCOUNT_ID");
    const { connection, move } = await connectItem(context, step, chosen);
    return { answer: connection, move };
  },
});
