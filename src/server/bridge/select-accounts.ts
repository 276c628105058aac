import { SelectAccountsRequest, SelectAccountsResponse } from "../../protocol/bridge.ts";
import { Fault } from "../domain/fault.ts";
import { linkAccount } from "../domain/login.ts";
import { newItem } from "../domain/new-item.ts";
import { bridgeEndpoint } from "./endpoint.ts";
import { alreadyAnswered, filterOf } from "./session.ts";

/** Takes the accounts the user shares, makes the Item, and mints the public token that ends Link. */
export const selectAccounts = bridgeEndpoint({
  path: "/bridge/accounts/select",
  access: "session",
  request: SelectAccountsRequest,
  response: SelectAccountsResponse,
  async handle({ account_ids }, context) {
    const { session, store } = context;
    const { step, clientId, config } = session;
    if (step.at !== "accounts") throw alreadyAnswered();
    const { itemId, institutionId, sealedLogin } = step;
    const wanted = new Set(account_ids);
    const chosen = step.offered.filter(({ account }) => wanted.has(account.account_id));
    if (chosen.length < wanted.size) throw new Fault("INVALID_ACCOUNT_ID");
    const { created, publicToken } = newItem(context, {
      itemId,
      clientId,
      institutionId,
      sealedLogin,
      products: filterOf(session).products,
      webhook: config.webhook ?? null,
      accounts: chosen,
    });
    const accounts = chosen.map(({ account }) => linkAccount(account));
    if (!(await store.sessions.connect(session, { at: "connected", itemId, accounts }, created)))
      throw alreadyAnswered();
    return { public_token: publicToken, accounts, manage_url: null };
  },
});
