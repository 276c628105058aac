import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { type Random, toUuid } from "../../domain/identifiers.ts";
import type { ConnectedInstitution } from "../../domain/institutions/institution.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import {
  hasPreStep,
  hasTokens,
  type InstitutionRegistration,
} from "../../domain/institutions/institution-registration.ts";
import type { ReadPriority, RequestCountStore } from "../../domain/institutions/request-quota.ts";
import type { Vault } from "../../domain/vault.ts";
import { createAccess, revokeGrant, usableGrant } from "./access.ts";
import {
  readBalances,
  readLiabilities,
  readOwners,
  readPull,
  readTransactions,
} from "./account-data.ts";
import { consentIn, finishAuthorization } from "./authorization.ts";
import { fetchApproval } from "./backchannel.ts";
import { confirmGone } from "./confirm-gone.ts";
import { fetchApproved } from "./consent-authorisation.ts";
import { answerForm } from "./consent-form.ts";
import {
  abandonedGrant,
  finishAtSite,
  isConsentProgress,
  unfinishedIn,
} from "./consent-progress.ts";
import { endConsent } from "./consent-request.ts";
import { type Data, openData } from "./data.ts";
import type { Reads } from "./dialect-reads.ts";
import { type Access, isSameCustomer, parseGrant } from "./grant.ts";
import { importConsent } from "./import-consent.ts";
import { readInvestments } from "./investments.ts";
import { createIssuerClients, type IssuerClient } from "./issuer-client.ts";
import { isApprovedInApp, listInstitutions, sharedProducts } from "./list-institutions.ts";
import { createLoginEnds } from "./login-ends.ts";
import { importGrant } from "./new-grant.ts";
import { openQuota } from "./quota.ts";
import { joinPulls, readLists } from "./read-lists.ts";
import { type ConnectorLog, toFault } from "./refusals.ts";
import { startSignIn } from "./sign-in.ts";
import { readStatementDocument, readStatements } from "./statements.ts";

/** How long a user with a chosen institution waits for the name of its site. */
const SITE_LIMIT_MS = 1000;

/** The dependencies of the connector. */
export type DataApiOptions = {
  /** The connected institutions. */
  connected: () => readonly ConnectedInstitution[];
  http: InstitutionHttp;
  vault: Vault;
  clock: () => number;
  random: Random;
  pause(ms: number): Promise<void>;
  log: ConnectorLog;
  /** The request counts of institutions with a daily quota. */
  requestCounts: RequestCountStore;
  /** Revokes a grant at the institution, later and with retries if that is down. */
  discard(login: { institutionId: string; connectorState: string }): Promise<void>;
};

/**
 * Reaches institutions by their own data API: users sign in at the institution by OpenID Connect,
 * and data is read by the paths of a dialect such as FDX.
 */
export const createDataApiConnector = (options: DataApiOptions): Connector => {
  const { connected, clock, random, discard, log, pause } = options;
  const newId = () => toUuid(random(16));
  const clientOf = createIssuerClients(options);
  const accessOf = createAccess(options);
  const findConnection = (institutionId: string): InstitutionRegistration | undefined =>
    connected().find((institution) => institution.institutionId === institutionId)?.connection;
  const requireInstitution = (institutionId: string): ConnectedInstitution => {
    const institution = connected().find(
      (connectedInstitution) => connectedInstitution.institutionId === institutionId,
    );
    if (!institution) throw new Fault("INVALID_INSTITUTION");
    if (!institution.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    return institution;
  };
  const withIssuerClient = async <T>(
    connection: InstitutionRegistration,
    work: (client: IssuerClient) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work(await clientOf(connection));
    } catch (failure) {
      const fault = toFault(failure);
      if (fault.cause !== undefined) {
        const { institutionId } = connection;
        log.warn({ institutionId, code: fault.code, err: fault.cause }, "an institution failed");
      }
      throw fault;
    }
  };
  const dataOf = (
    client: IssuerClient,
    access: Access,
    { priority = "user", deadline }: { priority?: ReadPriority | undefined; deadline?: number },
  ): Data => {
    const quota = openQuota(client, { ...options, priority });
    return openData(client, { access, quota, log, clock, deadline });
  };
  const read = <T>(
    login: InstitutionLogin,
    work: <Account, Row, Network>(reads: Reads<Account, Row, Network>, data: Data) => Promise<T>,
  ): Promise<T> =>
    withIssuerClient(requireInstitution(login.institutionId).connection, (client) => {
      const data = dataOf(client, accessOf(client, login), { priority: login.priority });
      return client.dialect.withReads((reads) => work(reads, data));
    });
  /** Reads the same data from each of the institution's lists of accounts. */
  const readEach = <T>(
    login: InstitutionLogin,
    work: <Account, Row, Network>(reads: Reads<Account, Row, Network>, data: Data) => Promise<T>,
  ): Promise<T[]> =>
    withIssuerClient(requireInstitution(login.institutionId).connection, (client) => {
      const data = dataOf(client, accessOf(client, login), { priority: login.priority });
      return readLists(client, (reads) => work(reads, data));
    });
  const { firstAccounts, refuseConsent, endForm, goOnToConsent, grantFrom } = createLoginEnds({
    ...{ clock, discard, pause, dataOf },
  });
  return {
    institutions: listInstitutions(connected),
    start: async (institutionId, credentials, user = {}) => {
      const institution = requireInstitution(institutionId);
      const { state = "", redirectUri = "", products = sharedProducts(institution) } = user;
      const { language, reauthenticate, connectorState } = user;
      return withIssuerClient(institution.connection, async (client) => {
        const step = await startSignIn(client, {
          ...{ credentials, products, now: clock(), id: newId(), state, redirectUri },
          ...{ language, reauthenticate, connectorState },
        });
        if (step.at === "granted" || step.at === "refused")
          return endForm(client, step, credentials);
        return "progress" in step ? { ...step, ...unfinishedIn(client, step.progress) } : step;
      });
    },
    answer: (institutionId, credentials, progress, answers, language) =>
      withIssuerClient(requireInstitution(institutionId).connection, async (client) => {
        const step = await answerForm(client, progress, answers, { id: newId(), language });
        return "progress" in step
          ? { ...step, ...unfinishedIn(client, step.progress) }
          : endForm(client, step, credentials);
      }),
    redirect: {
      host: (institutionId) => {
        const connection = findConnection(institutionId);
        if (!connection || isApprovedInApp(connection)) return Promise.resolve(null);
        const host = clientOf(connection).then(
          ({ config }) => parseHost(config.serverMetadata().authorization_endpoint),
          // The sign-in itself reports an institution that fails.
          () => null,
        );
        return Promise.race([host, pause(SITE_LIMIT_MS).then(() => null)]);
      },
      finish: (institutionId, credentials, progress, parameters, returnPath, next) =>
        withIssuerClient(requireInstitution(institutionId).connection, async (client) => {
          const id = newId();
          if (isConsentProgress(progress)) {
            const { grant, isNew } = finishAtSite(client, progress, { id, returnPath });
            const options = { startsConsent: isNew, isRefused: parameters.error !== undefined };
            return { at: "accounts", ...(await firstAccounts(client, grant, options)) };
          }
          const grant = await grantFrom(client, () =>
            finishAuthorization(client, progress, parameters, { id, clock, returnPath }),
          );
          const { isNew: startsConsent, products } = consentIn(progress);
          if (products !== null) {
            const { state = "", redirectUri = "" } = next ?? {};
            const signIn = { credentials, products, now: clock(), id: newId(), state, redirectUri };
            return goOnToConsent(client, signIn, grant);
          }
          return { at: "accounts", ...(await firstAccounts(client, grant, { startsConsent })) };
        }),
      abandon: (institutionId, progress) =>
        withIssuerClient(requireInstitution(institutionId).connection, async (client) => {
          const grant = isConsentProgress(progress) ? abandonedGrant(client, progress) : null;
          if (grant) await discard({ institutionId, connectorState: JSON.stringify(grant) });
          return grant !== null;
        }),
    },
    approval: {
      poll: (institutionId, _, progress) =>
        withIssuerClient(requireInstitution(institutionId).connection, async (client) => {
          if (isConsentProgress(progress)) {
            const answer = await fetchApproved(client, progress, newId());
            if ("at" in answer) return answer;
            if ("refusal" in answer) return refuseConsent(institutionId, answer);
            const options = { startsConsent: answer.isNew };
            return { at: "accounts", ...(await firstAccounts(client, answer.grant, options)) };
          }
          const grant = await grantFrom(client, () =>
            fetchApproval(client, progress, { id: newId(), clock }),
          );
          if ("at" in grant) return grant;
          return { at: "accounts", ...(await firstAccounts(client, grant)) };
        }),
    },
    import: {
      login: (institutionId, user) =>
        withIssuerClient(requireInstitution(institutionId).connection, async (client) => {
          if (hasPreStep(client.connection.standard))
            throw new Fault("INVALID_INSTITUTION", {
              message: "no Item is imported from this institution; its users connect it in Link",
            });
          if (!hasTokens(client.connection.standard)) {
            const { grant, credentials } = await importConsent(client, user, newId());
            const accounts = await firstAccounts(client, grant, { startsConsent: false });
            return { credentials, ...accounts };
          }
          const grant = await grantFrom(client, () =>
            importGrant(client, user, { id: newId(), clock }),
          );
          return { credentials: {}, ...(await firstAccounts(client, grant)) };
        }),
    },
    isSameCustomer: (connectorState, other) => {
      const [one, another] = [{ connectorState }, { connectorState: other }].map(parseGrant);
      return !one || !another || isSameCustomer(one, another);
    },
    transactions: async (login, period) =>
      (await readEach(login, (reads, data) => readTransactions(reads, data, period))).flat(),
    balances: async (login) => (await readEach(login, readBalances)).flat(),
    pull: async (login, period, options) =>
      joinPulls(
        await readEach(login, (reads, data) => readPull(reads, data, period, options)),
        period,
      ),
    confirmGone: (login, rows) => confirmGone(login, rows, clock()),
    identity: async (login) => (await readEach(login, readOwners)).flat(),
    liabilities: async (login) => (await readEach(login, readLiabilities)).flat(),
    investments: (login, period) =>
      read(login, (reads, data) => readInvestments(reads, data, period)),
    statements: {
      list: (login, period) => read(login, (reads, data) => readStatements(reads, data, period)),
      document: (login, statement) =>
        read(login, (reads, data) => readStatementDocument(reads, data, statement)),
    },
    revoke: async (login, connection = findConnection(login.institutionId)) => {
      const grant = parseGrant(login);
      if (grant === null || connection === undefined) return;
      const { consentId } = grant;
      const isInUse =
        parseGrant({ connectorState: login.replacedBy ?? null })?.consentId === consentId;
      await withIssuerClient(connection, async (client) => {
        if (grant.issuer !== client.metadata.issuer) return;
        const endsConsent = consentId !== null && !isInUse && !grant.isImported;
        // Only the token of the sign-in before a consent ends that.
        const live = hasPreStep(connection.standard)
          ? await usableGrant(client, grant, { clock, discard })
          : null;
        if (live && endsConsent) await endConsent(client, consentId, live);
        await revokeGrant(client, live ?? grant);
        if (!hasPreStep(connection.standard) && endsConsent)
          await endConsent(client, consentId, grant);
      });
    },
    matchesDeposits: async () => false,
  };
};

const parseHost = (address = ""): string | null => URL.parse(address)?.host ?? null;
