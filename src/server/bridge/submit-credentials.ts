import { SubmitCredentialsRequest, SubmitCredentialsResponse } from "../../protocol/bridge.ts";
import { linkAccount, logIn } from "../domain/login.ts";
import type { OfferedBankAccount } from "../domain/ports.ts";
import { bridgeEndpoint } from "./endpoint.ts";
import { advance, alreadyAnswered, filterOf } from "./session.ts";

/** Logs in at the chosen institution, and answers the accounts that the user may share. */
export const submitCredentials = bridgeEndpoint({
  path: "/bridge/credentials/submit",
  access: "session",
  request: SubmitCredentialsRequest,
  response: SubmitCredentialsResponse,
  async handle({ credentials }, context) {
    const { step } = context.session;
    if (step.at !== "credentials") throw alreadyAnswered();
    const { institutionId } = step;
    const { products } = filterOf(context.session);
    const login = await logIn(context, institutionId, credentials, products);
    await advance(context, { at: "accounts", institutionId, ...login });
    return { accounts: login.offered.map(offer) };
  },
});

function offer(offered: OfferedBankAccount): SubmitCredentialsResponse["accounts"][number] {
  const { current, iso_currency_code } = offered.account.balances;
  return {
    ...linkAccount(offered.account),
    balance:
      current === null || iso_currency_code === null
        ? null
        : { amount: current, currency: iso_currency_code },
  };
}
