import { Fault } from "../../domain/fault.ts";
import type { BankAccount, Connector, LoginStep } from "../../domain/ports.ts";
import { bankAccounts } from "./accounts/bank-accounts.ts";
import { SANDBOX_INSTITUTIONS } from "./catalogue/index.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import { customAccounts } from "./custom/custom-accounts.ts";
import { type Login, logIn } from "./login.ts";
import { afterAnswers, challengeAt, Progress, START } from "./mfa/progress.ts";

/**
 * Reaches the sandbox's institutions, which are as fictional as the people who bank there. Nothing is
 * stored: the same login finds the same challenges, accounts, numbers and balances for ever.
 */
export const createSandboxConnector = (): Connector => {
  const institutions = SANDBOX_INSTITUTIONS.map(({ institution }) => institution);
  const byId = new Map(SANDBOX_INSTITUTIONS.map((each) => [each.institution.institutionId, each]));
  const reach = (institutionId: string): SandboxInstitution => {
    const found = byId.get(institutionId);
    if (!found) throw new Fault("INVALID_INSTITUTION");
    if (!found.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    if (found.institution.health === "DOWN") throw new Fault("INSTITUTION_DOWN");
    return found;
  };
  return {
    institutions: () => institutions,
    start: async (institutionId, credentials) => {
      const bank = reach(institutionId);
      return stepAt(START, bank, logIn(bank.institution.fields, credentials));
    },
    answer: async (institutionId, credentials, progress, answers) => {
      const bank = reach(institutionId);
      const login = logIn(bank.institution.fields, credentials);
      const reached = Progress.parse(JSON.parse(progress));
      return stepAt(afterAnswers(login.rounds, reached, answers), bank, login);
    },
  };
};

function stepAt(progress: Progress, bank: SandboxInstitution, login: Login): LoginStep {
  // Before the challenge: accounts that are not written well are refused with the credentials.
  const accounts = accountsOf(bank, login);
  const challenge = challengeAt(login.rounds, progress);
  if (challenge) return { at: "challenge", challenge, progress: JSON.stringify(progress) };
  if (login.refusal) throw new Fault(login.refusal);
  return { at: "accounts", accounts };
}

function accountsOf(bank: SandboxInstitution, { person, holds }: Login): BankAccount[] {
  return "like" in holds
    ? bankAccounts(bank, person, holds.like)
    : customAccounts(bank, person, holds.written);
}
