import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { BankAccount, Connector, LoginStep } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { catalogueInstitutions } from "../../domain/institutions/catalogue-institutions.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import { SANDBOX_INSTITUTIONS } from "./catalogue/index.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import { inFrench, USER_ID_AND_PASSWORD } from "./catalogue/login-forms.ts";
import { afterLook, type ConnectorState, readMemory } from "./connector-state.ts";
import { clearingOf } from "./custom-institutions/clearing.ts";
import { areSandboxDeposits } from "./deposits.ts";
import { type Holdings, holdingsOf } from "./holdings.ts";
import { type Login, logIn } from "./login.ts";
import { afterAnswers, challengeAt, Progress, START } from "./mfa/progress.ts";

/** The one institution whose accounts' numbers micro-deposits may have to prove. */
const WITH_MICRO_DEPOSITS = "ins_109512";

const NONE: readonly CustomInstitution[] = [];

/**
 * Reaches the sandbox's institutions, which are as fictional as the people who bank there, and in the
 * same way those that were put in. Nothing is stored: the same login finds the same challenges,
 * accounts, numbers, owners and lives for ever, and what goes on in those lives hangs on the time alone.
 */
export const createSandboxConnector = (
  clock: () => number = Date.now,
  own = () => NONE,
): Connector => {
  const institutions = catalogueInstitutions(
    own,
    {
      enabled: true,
      fields: USER_ID_AND_PASSWORD,
      translations: { fr: { fields: inFrench(USER_ID_AND_PASSWORD) } },
    },
    SANDBOX_INSTITUTIONS.map(({ institution }) => institution),
  );
  const byId = new Map(SANDBOX_INSTITUTIONS.map((each) => [each.institution.institutionId, each]));
  const ownBank = (institutionId: string): SandboxInstitution | undefined => {
    const institution = institutions().find((one) => one.institutionId === institutionId);
    return institution && { institution, clearing: clearingOf(institution) };
  };
  const reach = (institutionId: string): SandboxInstitution => {
    const found = byId.get(institutionId) ?? ownBank(institutionId);
    if (!found) throw new Fault("INVALID_INSTITUTION");
    if (!found.institution.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    if (found.institution.health === "DOWN") throw new Fault("INSTITUTION_DOWN");
    return found;
  };
  const behind = (
    { institutionId, credentials, connectorState }: InstitutionLogin,
    look: (login: Login, connectorState: ConnectorState) => ConnectorState = (_, kept) => kept,
  ): { holdings: Holdings; kept: ConnectorState } => {
    const bank = reach(institutionId);
    const login = logIn(bank.institution.fields, credentials);
    const kept = look(login, readMemory(connectorState));
    return { holdings: holdingsOf(bank, login, kept, clock()), kept };
  };
  return {
    institutions,
    start: async (institutionId, credentials, { solved, language } = {}) => {
      const bank = reach(institutionId);
      const login = logIn(bank.institution.fields, credentials, language);
      if (login.captcha && !solved) throw new Fault("RECAPTCHA_REQUIRED");
      if (login.captcha === "bad") throw new Fault("RECAPTCHA_BAD");
      return stepAt(START, bank, login, clock());
    },
    answer: async (institutionId, credentials, progress, answers, language) => {
      const bank = reach(institutionId);
      const login = logIn(bank.institution.fields, credentials, language);
      const reached = Progress.parse(JSON.parse(progress));
      return stepAt(afterAnswers(login.rounds, reached, answers), bank, login, clock());
    },
    transactions: async (login, period) => {
      const isToday = period.to >= new Date(clock()).toISOString().slice(0, 10);
      const { holdings, kept } = behind(login, ({ isRestless }, connectorState) =>
        isRestless && isToday ? afterLook(connectorState, clock()) : connectorState,
      );
      return { transactions: holdings.transactions(period), connectorState: JSON.stringify(kept) };
    },
    balances: async (login) =>
      behind(login)
        .holdings.accounts()
        .map(({ key, balances }) => ({ key, balances })),
    identity: async (login) => behind(login).holdings.owners(),
    write: (connectorState, accountKey, transactions) => {
      const { looks, written } = readMemory(connectorState);
      const added = transactions.map((one) => ({ accountKey, ...one }));
      return JSON.stringify({ looks, written: [...written, ...added] } satisfies ConnectorState);
    },
    matchesDeposits: areSandboxDeposits,
  };
};

function stepAt(
  progress: Progress,
  bank: SandboxInstitution,
  login: Login,
  now: number,
): LoginStep {
  // Before the challenge: accounts that are not written well are refused with the credentials.
  const accounts = toBeProven(bank, login, holdingsOf(bank, login, NOTHING, now).accounts());
  const challenge = challengeAt(login.rounds, progress);
  // A code that cannot be sent is told of as soon as it is to be sent.
  if (progress.sentTo !== null && login.refusal === "INVALID_SEND_METHOD")
    throw new Fault("INVALID_SEND_METHOD");
  if (challenge) return { at: "challenge", challenge, progress: JSON.stringify(progress) };
  if (login.refusal) throw new Fault(login.refusal);
  return { at: "accounts", accounts };
}

const NOTHING = readMemory(null);

/** The accounts, marked where micro-deposits have to prove their numbers. */
function toBeProven(
  { institution }: SandboxInstitution,
  { microDeposits }: Login,
  accounts: BankAccount[],
): BankAccount[] {
  if (!microDeposits) return accounts;
  if (institution.institutionId !== WITH_MICRO_DEPOSITS) throw new Fault("INVALID_CREDENTIALS");
  return accounts.map((account) =>
    Object.keys(account.numbers).length > 0
      ? { ...account, microDeposits: "automatic" as const }
      : account,
  );
}
