import { randomUUID } from "node:crypto";
import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { catalogueInstitutions } from "../../domain/institutions/catalogue-institutions.ts";
import type { ConnectedInstitution } from "../../domain/institutions/connection.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import type { Vault } from "../../domain/vault.ts";
import { createAccess, firstAccess, revokeGrant } from "./access.ts";
import { readAccounts, readBalances, readOwners, readTransactions } from "./account-data.ts";
import { finishAuthorization, startAuthorization } from "./authorization.ts";
import { type Data, openData } from "./data.ts";
import { grantOf } from "./grant.ts";
import { importGrant } from "./import-grant.ts";
import { createIssuerClients, type IssuerClient } from "./issuer-client.ts";
import { type ConnectorLog, toFault } from "./refusals.ts";

/** What the connector works with. */
export type DataApiOptions = {
  /** The institutions that have a connection. */
  connected: () => readonly ConnectedInstitution[];
  http: InstitutionHttp;
  vault: Vault;
  clock: () => number;
  pause(ms: number): Promise<void>;
  log: ConnectorLog;
};

/**
 * Reaches institutions by their own data API: users sign in at the institution by OpenID Connect, and
 * their data is read by the paths of FDX.
 */
export const createDataApiConnector = (options: DataApiOptions): Connector => {
  const { connected, clock, log } = options;
  const clientOf = createIssuerClients(options);
  const accessOf = createAccess(options);
  const institutionOf = (institutionId: string): ConnectedInstitution => {
    const institution = connected().find((one) => one.institutionId === institutionId);
    if (!institution) throw new Fault("INVALID_INSTITUTION");
    if (!institution.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    return institution;
  };
  const reach = async <T>(
    institution: ConnectedInstitution,
    work: (client: IssuerClient) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work(await clientOf(institution));
    } catch (failure) {
      const fault = toFault(failure);
      if (fault.cause !== undefined) {
        const { institutionId } = institution;
        log.warn({ institutionId, code: fault.code, err: fault.cause }, "an institution failed");
      }
      throw fault;
    }
  };
  const read = <T>(login: InstitutionLogin, work: (data: Data) => Promise<T>): Promise<T> =>
    reach(institutionOf(login.institutionId), (client) =>
      work(openData(client, { access: accessOf(client, login), log, clock })),
    );
  return {
    institutions: catalogueInstitutions(connected, { enabled: true, fields: [] }),
    start: async (institutionId, _, { state = "", redirectUri = "", language } = {}) => {
      const institution = institutionOf(institutionId);
      const { products } = institution;
      const request = { state, redirectUri, products, language };
      const step = await reach(institution, (client) => startAuthorization(client, request));
      return { at: "redirect", ...step };
    },
    answer: async () => {
      throw new Fault("INVALID_MFA");
    },
    returned: (institutionId, _, progress, parameters) =>
      reach(institutionOf(institutionId), async (client) => {
        const id = randomUUID();
        const grant = await finishAuthorization(client, progress, parameters, { id, clock });
        const data = openData(client, { access: firstAccess(grant), log, clock });
        const accounts = await readAccounts(data);
        return { at: "accounts", accounts, connectorState: JSON.stringify(grant) };
      }),
    importLogin: (institutionId, user) =>
      reach(institutionOf(institutionId), async (client) => {
        const grant = await importGrant(client, user, { id: randomUUID(), clock });
        const data = openData(client, { access: firstAccess(grant), log, clock });
        const accounts = await readAccounts(data);
        return { credentials: {}, accounts, connectorState: JSON.stringify(grant) };
      }),
    transactions: (login, period) => read(login, (data) => readTransactions(data, period)),
    balances: (login) => read(login, readBalances),
    identity: (login) => read(login, readOwners),
    revoke: async (login) => {
      const grant = grantOf(login);
      if (grant === null) return;
      await reach(institutionOf(login.institutionId), async (client) => {
        if (grant.issuer === client.metadata.issuer) await revokeGrant(client, grant);
      });
    },
    matchesDeposits: async () => false,
  };
};
