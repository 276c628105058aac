import { isRoutingNumber, toRoutingNumber } from "../../../protocol/routing-number.ts";
import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { credentialsFor } from "../../domain/connectors/credentials.ts";
import type { PrintStatement } from "../../domain/connectors/printable-statement.ts";
import { Fault } from "../../domain/fault.ts";
import { catalogueInstitutions } from "../../domain/institutions/custom-institutions.ts";
import type {
  CatalogueInstitution,
  CustomInstitution,
} from "../../domain/institutions/institution.ts";
import { waitingPerson } from "../../domain/presence.ts";
import { openAccount } from "./account-changes.ts";
import { SANDBOX_INSTITUTIONS } from "./catalogue/index.ts";
import type { RoutingScheme, SandboxInstitution, SepaCountry } from "./catalogue/institution.ts";
import { makeTranslations, USER_ID_AND_PASSWORD } from "./catalogue/login-forms.ts";
import { type ConnectorState, parseConnectorState, withLook } from "./connector-state.ts";
import { type EuropeanRules, listedPeriod, withRead, withTodaysIds } from "./european-rules.ts";
import { listLiabilities } from "./liabilities/list-liabilities.ts";
import { logIn } from "./login.ts";
import { loginHoldings, parseShared, sharedHoldings } from "./login-holdings.ts";
import { stepAt } from "./login-step.ts";
import { afterAnswers, Progress, START } from "./mfa.ts";
import { matchesSandboxDeposits } from "./micro-deposits.ts";
import { type Random, seededRandom } from "./random.ts";
import { createSite, finishVisit, startVisit } from "./site.ts";
import { listStatements, printableStatement } from "./statements/statements.ts";

const NONE: readonly CustomInstitution[] = [];

/**
 * Reaches the sandbox's fictional institutions, and custom ones in the same way. Nothing is stored:
 * everything follows from a seed, so the same login always finds the same challenges, accounts,
 * numbers and owners. Its transactions depend only on the clock.
 */
export const createSandboxConnector = (
  clock: () => number = Date.now,
  customInstitutions = () => NONE,
  printStatement?: PrintStatement,
): Connector => {
  const institutions = catalogueInstitutions(
    customInstitutions,
    {
      enabled: true,
      fields: USER_ID_AND_PASSWORD,
      translations: makeTranslations(USER_ID_AND_PASSWORD),
    },
    SANDBOX_INSTITUTIONS.map(({ institution }) => institution),
  );
  const byId = new Map(SANDBOX_INSTITUTIONS.map((each) => [each.institution.institutionId, each]));
  const customBank = (institutionId: string): SandboxInstitution | undefined => {
    const institution = institutions().find(
      (catalogueInstitution) => catalogueInstitution.institutionId === institutionId,
    );
    if (!institution) return undefined;
    const { fields: form } = institution;
    const routingScheme = routingSchemeOf(institution);
    return { institution, routingScheme, form, hasSite: false, rules: {} };
  };
  const findBank = (institutionId: string) => byId.get(institutionId) ?? customBank(institutionId);
  const requireBank = (institutionId: string): SandboxInstitution => {
    const bank = findBank(institutionId);
    if (!bank) throw new Fault("INVALID_INSTITUTION");
    if (!bank.institution.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    if (bank.institution.health === "DOWN") throw new Fault("INSTITUTION_DOWN");
    return bank;
  };
  const openHoldings = ({ institutionId, credentials, connectorState }: InstitutionLogin) => {
    const bank = requireBank(institutionId);
    const { typed, sharedKeys } = parseShared(credentials);
    const state = parseConnectorState(connectorState);
    const holdings = loginHoldings(bank, logIn(bank.form, typed), state, clock());
    return sharedHoldings(holdings, sharedKeys);
  };
  /** The login after one more look, recorded only for a user with new purchases per look. */
  const lookAt = async (login: InstitutionLogin): Promise<InstitutionLogin> => {
    const { form } = requireBank(login.institutionId);
    const { typed } = parseShared(login.credentials);
    if (!logIn(form, typed).hasNewPurchases) return login;
    const state = withLook(parseConnectorState(login.connectorState), clock());
    const renewal = await login.replaceState(JSON.stringify(state));
    return renewal.isStored ? renewal.login : lookAt(renewal.login);
  };
  const rulesOf = ({ institutionId, credentials }: InstitutionLogin): EuropeanRules => {
    const { form, rules } = requireBank(institutionId);
    return { ...rules, ...logIn(form, parseShared(credentials).typed).rules };
  };
  /** The login after one more read, counted only at a bank with a limit. */
  const countRead = async (login: InstitutionLogin): Promise<InstitutionLogin> => {
    const { reads_per_day: limit } = rulesOf(login);
    // A waiting person may read without limit.
    if (limit === undefined || waitingPerson() !== null) return login;
    const state = withRead(parseConnectorState(login.connectorState), limit, clock());
    const renewal = await login.replaceState(JSON.stringify(state));
    return renewal.isStored ? renewal.login : countRead(renewal.login);
  };
  return {
    institutions,
    start: async (institutionId, credentials, user = {}) => {
      const { solved, language, connectorState } = user;
      const bank = requireBank(institutionId);
      // Without credentials the login starts at the site. Sandbox Items are also created without
      // the site.
      if (bank.hasSite && Object.keys(credentials).length === 0) return startVisit(user);
      const login = logIn(bank.form, credentials, language);
      if (login.captcha && !solved) throw new Fault("RECAPTCHA_REQUIRED");
      if (login.captcha === "bad") throw new Fault("RECAPTCHA_BAD");
      const { changes } = parseConnectorState(connectorState ?? null);
      return stepAt({ ...START, changes }, bank, login, clock());
    },
    answer: async (institutionId, credentials, progress, answers, language) => {
      const bank = requireBank(institutionId);
      const login = logIn(bank.form, credentials, language);
      const previous = Progress.parse(JSON.parse(progress));
      return stepAt(afterAnswers(login.rounds, previous, answers), bank, login, clock());
    },
    resendCode: async (institutionId, credentials, progress, language) => {
      const bank = requireBank(institutionId);
      const previous = Progress.parse(JSON.parse(progress));
      const step = stepAt(previous, bank, logIn(bank.form, credentials, language), clock());
      if (step.at !== "challenge") throw new Error("the login asks for no code");
      return step.progress;
    },
    redirect: {
      // This server is the site.
      host: async () => null,
      finish: async (institutionId, _, progress, parameters) =>
        finishVisit(requireBank(institutionId), progress, parameters, clock()),
    },
    import: {
      login: async (institutionId, { userId, authToken }) => {
        const bank = requireBank(institutionId);
        const credentials = credentialsFor(bank.form, userId, authToken);
        const step = stepAt(START, bank, logIn(bank.form, credentials), clock());
        if (step.at === "challenge")
          throw new Fault("INVALID_CREDENTIALS", {
            message: "this user is asked for more than credentials, which only Link can answer",
          });
        return { credentials, accounts: step.accounts };
      },
    },
    transactions: async (login, period) => {
      const endsToday = period.to >= new Date(clock()).toISOString().slice(0, 10);
      const read = await countRead(endsToday ? await lookAt(login) : login);
      const rules = rulesOf(read);
      const listed = openHoldings(read).transactions(listedPeriod(rules, period, clock()));
      return withTodaysIds(rules, listed, clock());
    },
    balances: async (login) =>
      openHoldings(await countRead(login))
        .accounts()
        .map(({ key, balances }) => ({ key, balances })),
    investments: async (login, period) => openHoldings(await countRead(login)).investments(period),
    identity: async (login) => openHoldings(await countRead(login)).owners(),
    liabilities: async (login) => {
      const read = await countRead(login);
      const bank = requireBank(read.institutionId);
      const { typed } = parseShared(read.credentials);
      return listLiabilities(bank, logIn(bank.form, typed), openHoldings(read), clock());
    },
    ...(printStatement && {
      statements: {
        list: async (login, period) =>
          listStatements(openHoldings(await countRead(login)), period, clock()),
        document: async (login, statement) => {
          const read = await countRead(login);
          const bank = requireBank(read.institutionId);
          const printable = printableStatement(bank, openHoldings(read), statement, clock());
          return printable && printStatement(printable);
        },
      },
    }),
    sandbox: {
      site: (institutionId) => {
        const bank = requireBank(institutionId);
        return bank.hasSite ? createSite(bank, clock) : null;
      },
      credentialFields: (institutionId) => findBank(institutionId)?.form ?? [],
      write: (connectorState, accountKey, transactions) => {
        const state = parseConnectorState(connectorState);
        const entries = transactions.map((transaction) => ({ accountKey, ...transaction }));
        return toText({ ...state, written: [...state.written, ...entries] });
      },
      openAccount: ({ institutionId, credentials, connectorState }, ownKeys) => {
        const bank = requireBank(institutionId);
        const { person } = logIn(bank.form, parseShared(credentials).typed);
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
    },
    matchesDeposits: matchesSandboxDeposits,
  };
};

const toText = (connectorState: ConnectorState): string => JSON.stringify(connectorState);

/**
 * The routing scheme of a custom institution in its first country: its own routing numbers, or
 * numbers drawn from its id in ranges that no bank uses.
 */
export const routingSchemeOf = (institution: CatalogueInstitution): RoutingScheme => {
  const [country = "US"] = institution.countryCodes;
  const random = seededRandom(institution.institutionId, "clearing");
  switch (country) {
    case "US": {
      const [first = drawRouting(random), ...others] =
        institution.routingNumbers.filter(isRoutingNumber);
      return { country, routing: [first, ...others], wire: first };
    }
    case "CA":
      return { country, institution: `9${random.digits(2)}` };
    case "GB":
      return { country, bic: drawBic(country, random), sortCodes: [`88${random.digits(4)}`] };
    default: {
      const bic = drawBic(country, random);
      return { country, bic, bank: BANK[country](bic.slice(0, 4), random) };
    }
  }
};

const drawRouting = (random: Random): string => toRoutingNumber(`80${random.digits(6)}`);

/** The 0 that ends the first eight characters marks a test code. */
const drawBic = (country: string, random: Random): string => {
  const letter = () => String.fromCharCode("A".charCodeAt(0) + random.whole(0, 25));
  return `${letter()}${letter()}${letter()}${letter()}${country}20`;
};

/** The bank code of an institution within an IBAN, in its country's length. */
const BANK: { [C in SepaCountry]: (letters: string, random: Random) => string } = {
  AT: (_, random) => `98${random.digits(3)}`,
  BE: (_, random) => `99${random.digits(1)}`,
  DE: (_, random) => `984${random.digits(5)}`,
  DK: (_, random) => `98${random.digits(2)}`,
  ES: (_, random) => `98${random.digits(2)}`,
  FI: (_, random) => `99${random.digits(4)}`,
  FR: (_, random) => `98${random.digits(3)}`,
  IE: (letters) => letters,
  IT: (_, random) => `98${random.digits(3)}`,
  NL: (letters) => letters,
  PL: (_, random) => `999${random.digits(4)}`,
  PT: (_, random) => `98${random.digits(2)}`,
  SE: (_, random) => `74${random.digits(1)}`,
  NO: (_, random) => `99${random.digits(2)}`,
  EE: (_, random) => `9${random.digits(1)}`,
  LT: (_, random) => `98${random.digits(3)}`,
  LV: (letters) => letters,
};
