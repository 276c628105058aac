import { DEFAULT_LANGUAGE, type Environment, LANGUAGES } from "../../../protocol/vocabulary.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import {
  type Aggregator,
  aggregatorUrlProblem,
  openAggregatorKey,
  openAggregatorPerson,
} from "../../domain/institutions/aggregator.ts";
import { catalogueInstitutions } from "../../domain/institutions/custom-institutions.ts";
import type {
  AggregatedInstitution,
  InstitutionStore,
} from "../../domain/institutions/institution.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import type { RequestCountStore } from "../../domain/institutions/request-quota.ts";
import { waitingPerson } from "../../domain/presence.ts";
import type { Vault } from "../../domain/vault.ts";
import { listFields } from "../data-api/parse-response.ts";
import type { ConnectorLog } from "../data-api/refusals.ts";
import { distinctAccounts, recognizeAccounts, toBankAccount } from "./accounts.ts";
import { momentFrom, Progress, psuTypeOf, startAuthorization } from "./authorization.ts";
import { type ApiClient, openApiClient } from "./client.ts";
import { personHeaders } from "./person-headers.ts";
import {
  READS_A_DAY,
  type Reader,
  readBalances,
  readOwners,
  readPull,
  readResource,
} from "./read-accounts.ts";
import { readBanks } from "./read-banks.ts";
import { callbackRefusal, noAccounts, toFault } from "./refusals.ts";
import { confirmGone, parseState, State } from "./session-state.ts";
import { type AccountResource, NewSession } from "./values.ts";

/** The maximum duration of reading accounts while the user waits. */
const SIGN_IN_LIMIT_MS = 45_000;

/** The dependencies of the connector. */
export type AggregatorDeps = {
  aggregated: () => readonly AggregatedInstitution[];
  aggregators: () => readonly Aggregator[];
  environment: Environment;
  http: InstitutionHttp;
  vault: Vault;
  clock: () => number;
  log: ConnectorLog;
  requestCounts: RequestCountStore;
  institutions: Pick<InstitutionStore, "all">;
  publicUrl(): string;
};

/**
 * Reaches Enable Banking's banks by the operator's own application: users sign in at their bank
 * through the aggregator's page, and a consent is a session of its API.
 */
export const createEnableBankingConnector = (deps: AggregatorDeps): Connector => {
  const { aggregated, aggregators, environment, http, vault, clock, log } = deps;
  const requireInstitution = (institutionId: string): AggregatedInstitution => {
    const institution = aggregated().find((each) => each.institutionId === institutionId);
    if (!institution) throw new Fault("INVALID_INSTITUTION");
    return institution;
  };
  const requireAggregator = (aggregatorId: string): Aggregator => {
    const aggregator = aggregators().find((each) => each.aggregatorId === aggregatorId);
    if (!aggregator) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    return aggregator;
  };
  const withAggregator = async <T>(
    aggregator: Aggregator,
    work: (api: ApiClient) => Promise<T>,
    deadline?: number,
  ): Promise<T> => {
    const { address, applicationId } = aggregator;
    const problem = aggregatorUrlProblem(address, environment);
    if (problem !== null)
      throw new Fault("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT", {
        message: `the address of the aggregator ${problem}`,
      });
    const client = http.open({ hosts: [new URL(address).hostname], privateHosts: [] });
    try {
      const key = openAggregatorKey(vault, aggregator);
      return await work(
        openApiClient({ address, applicationId, key, http: client, clock, log, deadline }),
      );
    } finally {
      await client.close();
    }
  };
  const withApi = <T>(
    aggregatorId: string,
    work: (api: ApiClient) => Promise<T>,
    deadline?: number,
  ): Promise<T> => withAggregator(requireAggregator(aggregatorId), work, deadline);
  const headersFor = ({ aggregated: { requiredPsuHeaders } }: AggregatedInstitution) =>
    personHeaders(waitingPerson(), requiredPsuHeaders);
  const read = <T>(login: Reader["login"], work: (reader: Reader) => Promise<T>): Promise<T> => {
    const { aggregatorId } = parseState(login);
    const institution = aggregated().find((each) => each.institutionId === login.institutionId);
    const headers = institution ? headersFor(institution) : {};
    return withApi(aggregatorId, (api) => work({ ...deps, api, login, headers }));
  };
  return {
    institutions: catalogueInstitutions(aggregated, ({ aggregated: { aggregatorId } }) => {
      const owner = aggregators().find((each) => each.aggregatorId === aggregatorId);
      const person = owner && openAggregatorPerson(vault, owner);
      return {
        enabled: owner !== undefined && aggregatorUrlProblem(owner.address, environment) === null,
        fields: [],
        ...(owner?.clientId != null && { onlyClientId: owner.clientId }),
        ...(person && { onlyPerson: person }),
      };
    }),
    start: async (institutionId, _, user = {}) => {
      const { state = "", redirectUri = "", language, connectorState = null } = user;
      const institution = requireInstitution(institutionId);
      if (!institution.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
      const { aggregated: bank } = institution;
      const psuType = psuTypeOf(bank, psuTypeBefore(connectorState));
      const headers = headersFor(institution);
      const request = { bank, psuType, state, redirectUri, language, headers };
      const hasBoth = ["personal", "business"].every((type) =>
        bank.psuTypes.some((each) => each === type),
      );
      const { askedUntil, ...urls } = await withApi(bank.aggregatorId, async (api) => ({
        ...(await startAuthorization(api, request, clock())),
        // A renewal uses the kind of person of the earlier sign-in.
        ...(hasBoth &&
          connectorState === null && {
            businessUrl: (
              await startAuthorization(api, { ...request, psuType: "business" }, clock())
            ).url,
          }),
      }));
      const progress = Progress.encode({
        ...{ psuType, language, askedUntil },
        before: connectorState,
      });
      return { at: "redirect", ...urls, progress: JSON.stringify(progress) };
    },
    answer: async () => {
      throw new Fault("INVALID_MFA");
    },
    aggregators: {
      read: (aggregator) =>
        withAggregator(aggregator, (api) =>
          readBanks(api, aggregator, {
            ...deps,
            redirectUri: `${deps.publicUrl()}/oauth/return`,
          }),
        ),
    },
    redirect: {
      host: async () => null,
      finish: async (institutionId, _, progressText, parameters) => {
        const institution = requireInstitution(institutionId);
        const { aggregatorId } = institution.aggregated;
        const { psuType, before, askedUntil, ...progress } = Progress.parse(
          JSON.parse(progressText),
        );
        const language = LANGUAGES.find((each) => each === progress.language) ?? DEFAULT_LANGUAGE;
        const { code, error, error_description: description } = parameters;
        if (error !== undefined || code === undefined)
          throw callbackRefusal(error ?? "access_denied", description, institution.name, language);
        const headers = headersFor(institution);
        const deadline = clock() + SIGN_IN_LIMIT_MS;
        return withApi(
          aggregatorId,
          async (api) => {
            const session = await newSession(api, code, clock());
            const resources = await readResources(api, session.accounts ?? [], headers);
            if (resources.length === 0) throw noAccounts(language);
            const known = before === null ? [] : State.parse(JSON.parse(before)).accounts;
            const recognized = recognizeAccounts(resources, known);
            const next: State = {
              psuType: psuTypeOf(
                institution.aggregated,
                session.psu_type?.toLowerCase() ?? psuType,
              ),
              ...{ aggregatorId, sessionId: session.session_id, pausedUntil: null },
              missing: {},
              validUntil: momentFrom(session.access?.valid_until) ?? askedUntil ?? null,
              accounts: recognized.map(({ known: account }) => account),
            };
            const accounts = [];
            for (const { resource, known: account } of recognized)
              accounts.push(
                toBankAccount(resource, account, await readBalances(api, account, headers)),
              );
            return {
              at: "accounts",
              accounts,
              connectorState: JSON.stringify(next),
              consentExpiresAt: next.validUntil,
            };
          },
          deadline,
        );
      },
    },
    transactions: async (login, period) =>
      (await read(login, (reader) => readPull(reader, period))).transactions,
    balances: (login) =>
      read(login, (reader) => readPull(reader, null)).then(({ balances }) => balances),
    pull: (login, period) => read(login, (reader) => readPull(reader, period)),
    confirmGone: (login, rows) => confirmGone(login, rows, clock()),
    identity: (login) => read(login, readOwners),
    revoke: async ({ connectorState }) => {
      if (connectorState === null) return;
      const { aggregatorId, sessionId } = State.parse(JSON.parse(connectorState));
      if (!aggregators().some((each) => each.aggregatorId === aggregatorId)) return;
      await withApi(aggregatorId, async (api) => {
        const { refusal } = await api.call({
          method: "DELETE",
          path: `/sessions/${encodeURIComponent(sessionId)}`,
          endpoint: "/sessions/:id",
        });
        // The API also refuses an expired session.
        if (refusal !== null && (refusal.status === 429 || refusal.status >= 500))
          throw toFault(refusal, clock());
      });
    },
    matchesDeposits: async () => false,
    pullsPerDay: READS_A_DAY.transactions,
  };
};

const psuTypeBefore = (connectorState: string | null): string | undefined =>
  connectorState === null ? undefined : State.parse(JSON.parse(connectorState)).psuType;

async function newSession(api: ApiClient, code: string, now: number) {
  const answer = await api.call({
    method: "POST",
    path: "/sessions",
    body: { code },
    endpoint: "/sessions",
  });
  if (answer.refusal !== null) {
    if (answer.refusal.error === "NO_ACCOUNTS_ADDED")
      return { session_id: "", accounts: [], access: null, psu_type: null };
    throw toFault(answer.refusal, now);
  }
  const result = NewSession.safeParse(answer.body);
  if (!result.success) throw api.unsupported("/sessions", { fields: listFields(result.error) });
  return result.data;
}

/** The accounts of a session without duplicates. Accounts named only by uid are requested. */
async function readResources(
  api: ApiClient,
  entries: readonly unknown[],
  headers: Reader["headers"],
): Promise<AccountResource[]> {
  const resources: AccountResource[] = [];
  for (const entry of entries) {
    const resource = await readResource(api, entry, headers);
    if (resource) resources.push(resource);
  }
  return distinctAccounts(resources);
}
