import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { LoginStep } from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import { parseConnectorState } from "./connector-state.ts";
import { consentEndBy } from "./european-rules.ts";
import type { Login } from "./login.ts";
import { loginHoldings } from "./login-holdings.ts";
import { challengeAt, type Progress } from "./mfa.ts";

/** The only institution whose account numbers may need micro-deposits. */
const MICRO_DEPOSIT_INSTITUTION = "ins_109512";

const EMPTY_STATE = parseConnectorState(null);

/**
 * The step of a login at this progress: a challenge, or the accounts. Throws the login's refusal as
 * a Fault.
 */
export function stepAt(
  progress: Progress,
  bank: SandboxInstitution,
  login: Login,
  now: number,
): LoginStep {
  // Before the challenge: invalid custom accounts are refused with the credentials.
  const accounts = requireMicroDeposits(
    bank,
    login,
    loginHoldings(bank, login, { ...EMPTY_STATE, changes: progress.changes }, now).accounts(),
  );
  const challenge = challengeAt(login.rounds, progress);
  // A code that cannot be sent is refused at its sending.
  if (progress.sentTo !== null && login.refusal === "INVALID_SEND_METHOD")
    throw new Fault("INVALID_SEND_METHOD");
  if (challenge) return { at: "challenge", challenge, progress: JSON.stringify(progress) };
  if (login.refusal) throw new Fault(login.refusal);
  const consentExpiresAt = consentEndBy({ ...bank.rules, ...login.rules }, now);
  return { at: "accounts", accounts, ...(consentExpiresAt !== null && { consentExpiresAt }) };
}

/** The accounts, with micro-deposits if the login requires them. */
function requireMicroDeposits(
  { institution }: SandboxInstitution,
  { microDeposits }: Login,
  accounts: BankAccount[],
): BankAccount[] {
  if (!microDeposits) return accounts;
  if (institution.institutionId !== MICRO_DEPOSIT_INSTITUTION)
    throw new Fault("INVALID_CREDENTIALS");
  return accounts.map((account) =>
    Object.keys(account.numbers).length > 0
      ? { ...account, microDeposits: "automatic" as const }
      : account,
  );
}
