import type { Fault } from "../../domain/fault.ts";
import type { ReadPriority } from "../../domain/institutions/request-quota.ts";
import { firstAccess } from "./access.ts";
import { readAccounts } from "./account-data.ts";
import { USER_FIELD } from "./backchannel.ts";
import type { Approved } from "./consent-authorisation.ts";
import type { FormStep } from "./consent-form.ts";
import { unfinishedIn } from "./consent-progress.ts";
import { readConsentEnd, requireAuthorized } from "./consent-request.ts";
import type { Data } from "./data.ts";
import type { Access, Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { joinAccounts, readLists } from "./read-lists.ts";
import { revokeRejectedGrant } from "./rejected-grant.ts";
import { startConsent } from "./sign-in.ts";

/** The maximum duration of reading accounts while the user waits. */
const SIGN_IN_LIMIT_MS = 60_000;

type Options = {
  clock: () => number;
  pause(ms: number): Promise<void>;
  /** Revokes a grant at the institution, later and with retries if that is down. */
  discard(login: { institutionId: string; connectorState: string }): Promise<void>;
  dataOf(
    client: IssuerClient,
    access: Access,
    options: { priority?: ReadPriority | undefined; deadline?: number },
  ): Data;
};

/**
 * The possible ends of a login: the granted data is read for the first time, or the grant is ended
 * at the institution.
 */
export const createLoginEnds = ({ clock, pause, discard, dataOf }: Options) => {
  /** The accounts of a new grant, and the state to store. A grant without accounts is ended. */
  const firstAccounts = async (
    client: IssuerClient,
    grant: Grant,
    {
      startsConsent = true,
      isRefused = false,
    }: { startsConsent?: boolean; isRefused?: boolean } = {},
  ) => {
    const connectorState = JSON.stringify(grant);
    try {
      const deadline = clock() + SIGN_IN_LIMIT_MS;
      await requireAuthorized(client, grant, { isRefused, pause });
      const data = dataOf(client, firstAccess(grant), { deadline });
      const accounts = joinAccounts(await readLists(client, (reads) => readAccounts(reads, data)));
      const consentExpiresAt = await readConsentEnd(client, data, grant, clock());
      return { accounts, connectorState, consentExpiresAt };
    } catch (failure) {
      await discard({
        institutionId: client.connection.institutionId,
        connectorState: startsConsent
          ? connectorState
          : JSON.stringify({ ...grant, consentId: null } satisfies Grant),
      });
      throw failure;
    }
  };
  /** Throws the refusal of a consent, which is ended at the institution if no Item has it. */
  const refuseConsent = async (
    institutionId: string,
    { refusal, grant, isNew }: Extract<Approved, { refusal: Fault }>,
  ): Promise<never> => {
    if (isNew) await discard({ institutionId, connectorState: JSON.stringify(grant) });
    throw refusal;
  };
  /**
   * Reads the accounts after a completed form. Only the user's name at the institution is kept of
   * the form.
   */
  const endForm = async (
    client: IssuerClient,
    end: Exclude<FormStep, { progress: string }>,
    { [USER_FIELD]: user = "" }: Readonly<Record<string, string>>,
  ) => {
    if (end.at === "refused") return refuseConsent(client.connection.institutionId, end);
    const accounts = await firstAccounts(client, end.grant, { startsConsent: end.isNew });
    return { at: "accounts" as const, ...accounts, credentials: { [USER_FIELD]: user } };
  };
  /**
   * Starts a consent's authorization for a user who has just signed in. A failure revokes the
   * grant.
   */
  const goOnToConsent = async (
    client: IssuerClient,
    signIn: Parameters<typeof startConsent>[1],
    grant: Grant,
  ) => {
    const step = await startConsent(client, signIn, grant).catch(async (failure: unknown) => {
      const { institutionId } = client.connection;
      await discard({ institutionId, connectorState: JSON.stringify(grant) });
      throw failure;
    });
    if (step.at === "granted" || step.at === "refused")
      return endForm(client, step, signIn.credentials);
    return "progress" in step ? { ...step, ...unfinishedIn(client, step.progress) } : step;
  };
  /** Runs `work`, which makes a first grant. Revokes the tokens of a rejected grant. */
  const grantFrom = <Result>(client: IssuerClient, work: () => Promise<Result>): Promise<Result> =>
    revokeRejectedGrant(client, work, (grant) => {
      const { institutionId } = client.connection;
      return discard({ institutionId, connectorState: JSON.stringify(grant) });
    });
  return { firstAccounts, refuseConsent, endForm, goOnToConsent, grantFrom };
};
