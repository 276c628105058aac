import type { LoginResponse, OfferedAccount } from "../../protocol/bridge.ts";
import { type LoginResult, linkAccount } from "../domain/login.ts";
import type { OfferedBankAccount } from "../domain/ports.ts";

/** What Link has to show next in a login: a challenge, or the accounts that the user may share. */
export const loginResponse = (result: LoginResult): LoginResponse =>
  result.at === "mfa"
    ? { challenge: result.challenge, selection: null, connection: null }
    : {
        challenge: null,
        selection: { mode: "several", accounts: result.offered.map(offer), unfit: [] },
        connection: null,
      };

function offer({ account }: OfferedBankAccount): OfferedAccount {
  const { current, iso_currency_code } = account.balances;
  return {
    ...linkAccount(account),
    balance:
      current === null || iso_currency_code === null
        ? null
        : { amount: current, currency: iso_currency_code },
  };
}
