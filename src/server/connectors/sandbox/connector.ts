import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { BankAccount, Connector, LoginStep } from "../../domain/connectors/connector.ts";
import { credentialsFor } from "../../domain/connectors/credentials.ts";
import { Fault } from "../../domain/fault.ts";
import { catalogueInstitutions } from "../../domain/institutions/catalogue-institutions.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import { openAccount } from "./account-changes.ts";
import { SANDBOX_INSTITUTIONS } from "./catalogue/index.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import { translationsOf, USER_ID_AND_PASSWORD } from "./catalogue/login-forms.ts";
import { type ConnectorState, parseConnectorState, withLook } from "./connector-state.ts";
import { clearingOf } from "./custom-institutions/clearing.ts";
import { holdingsOf } from "./holdings-of.ts";
import { logIn } from "./login.ts";
import { afterAnswers, challengeAt, Progress, START } from "./mfa/progress.ts";
import { matchesSandboxDeposits } from "./micro-deposits.ts";
import type { Login } from "./sandbox-login.ts";

/** The one institution whose accounts' numbers micro-deposits may have to verify. */
const MICRO_DEPOSIT_INSTITUTION = "ins_109512";

/** No login starts at another site. */
type SandboxConnector = Omit<Connector, "start"> & {
  start(...login: Parameters<Connector["start"]>): Promise<LoginStep>;
};

const NONE: readonly CustomInstitution[] = [];

/**
 * Reaches the fictional institutions of the sandbox, and custom ones in the same way. Nothing is stored:
 * everything is drawn from a seed, so the same login always finds the same challenges, accounts, numbers
 * and owners, and its transactions depend on the clock alone.
 */
export const createSandboxConnector = (
  clock: () => number = Date.now,
  customInstitutions = () => NONE,
): SandboxConnector => {
  const institutions = catalogueInstitutions(
    customInstitutions,
    {
      enabled: true,
      fields: USER_ID_AND_PASSWORD,
      translations: translationsOf(USER_ID_AND_PASSWORD),
    },
    SANDBOX_INSTITUTIONS.map(({ institution }) => institution),
  );
  const byId = new Map(SANDBOX_INSTITUTIONS.map((each) => [each.institution.institutionId, each]));
  const customBank = (institutionId: string): SandboxInstitution | undefined => {
    const institution = institutions().find((one) => one.institutionId === institutionId);
    return institution && { institution, clearing: clearingOf(institution) };
  };
  const bankOf = (institutionId: string): SandboxInstitution => {
    const bank = byId.get(institutionId) ?? customBank(institutionId);
    if (!bank) throw new Fault("INVALID_INSTITUTION");
    if (!bank.institution.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    if (bank.institution.health === "DOWN") throw new Fault("INSTITUTION_DOWN");
    return bank;
  };
  const openHoldings = ({ institutionId, credentials, connectorState }: InstitutionLogin) => {
    const bank = bankOf(institutionId);
    const login = logIn(bank.institution.fields, credentials);
    return holdingsOf(bank, login, parseConnectorState(connectorState), clock());
  };
  /** The login after one more look at it, where that is something to remember. */
  const lookAt = async (login: InstitutionLogin): Promise<InstitutionLogin> => {
    const { fields } = bankOf(login.institutionId).institution;
    if (!logIn(fields, login.credentials).hasNewPurchases) return login;
    const state = withLook(parseConnectorState(login.connectorState), clock());
    const renewal = await login.renew(JSON.stringify(state));
    return renewal.isStored ? renewal.login : lookAt(renewal.login);
  };
  return {
    institutions,
    start: async (institutionId, credentials, { solved, language, connectorState } = {}) => {
      const bank = bankOf(institutionId);
      const login = logIn(bank.institution.fields, credentials, language);
      if (login.captcha && !solved) throw new Fault("RECAPTCHA_REQUIRED");
      if (login.captcha === "bad") throw new Fault("RECAPTCHA_BAD");
      const { changes } = parseConnectorState(connectorState ?? null);
      return stepAt({ ...START, changes }, bank, login, clock());
    },
    answer: async (institutionId, credentials, progress, answers, language) => {
      const bank = bankOf(institutionId);
      const login = logIn(bank.institution.fields, credentials, language);
      const before = Progress.parse(JSON.parse(progress));
      return stepAt(afterAnswers(login.rounds, before, answers), bank, login, clock());
    },
    importLogin: async (institutionId, { userId, authToken }) => {
      const bank = bankOf(institutionId);
      const credentials = credentialsFor(bank.institution.fields, userId, authToken);
      const step = stepAt(START, bank, logIn(bank.institution.fields, credentials), clock());
      if (step.at === "challenge")
        throw new Fault("INVALID_CREDENTIALS", {
          message: "this user is asked for more than credentials, which only Link can answer",
        });
      return { credentials, accounts: step.accounts };
    },
    transactions: async (login, period) => {
      const endsToday = period.to >= new Date(clock()).toISOString().slice(0, 10);
      return openHoldings(endsToday ? await lookAt(login) : login).transactions(period);
    },
    balances: async (login) =>
      openHoldings(login)
        .accounts()
        .map(({ key, balances }) => ({ key, balances })),
    identity: async (login) => openHoldings(login).owners(),
    write: (connectorState, accountKey, transactions) => {
      const state = parseConnectorState(connectorState);
      const entries = transactions.map((one) => ({ accountKey, ...one }));
      return toText({ ...state, written: [...state.written, ...entries] });
    },
    openAccount: ({ institutionId, credentials, connectorState }, ownKeys) => {
      const bank = bankOf(institutionId);
      const { person } = logIn(bank.institution.fields, credentials);
      const state = parseConnectorState(connectorState);
      const account = openAccount(bank, person, state.changes, ownKeys, clock());
      if (account === null) return null;
      const { key, changes } = account;
      return { key, connectorState: changes && toText({ ...state, changes }) };
    },
    closeAccount: (connectorState, key) => {
      const state = parseConnectorState(connectorState);
      const { closed } = state.changes;
      if (closed.includes(key)) return null;
      return toText({ ...state, changes: { ...state.changes, closed: [...closed, key] } });
    },
    matchesDeposits: matchesSandboxDeposits,
  };
};

function stepAt(
  progress: Progress,
  bank: SandboxInstitution,
  login: Login,
  now: number,
): LoginStep {
  // Before the challenge: invalid custom accounts are refused with the credentials.
  const accounts = requireMicroDeposits(
    bank,
    login,
    holdingsOf(bank, login, { ...EMPTY_STATE, changes: progress.changes }, now).accounts(),
  );
  const challenge = challengeAt(login.rounds, progress);
  // A code that cannot be sent is refused when it should be sent.
  if (progress.sentTo !== null && login.refusal === "INVALID_SEND_METHOD")
    throw new Fault("INVALID_SEND_METHOD");
  if (challenge) return { at: "challenge", challenge, progress: JSON.stringify(progress) };
  if (login.refusal) throw new Fault(login.refusal);
  return { at: "accounts", accounts };
}

const EMPTY_STATE = parseConnectorState(null);

const toText = (connectorState: ConnectorState): string => JSON.stringify(connectorState);

/** The accounts, with micro-deposits required where the login asks for them. */
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
