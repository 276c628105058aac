import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { type Access, type Grant, parseGrant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { dpopOption, resourceParameter, toAccessToken } from "./new-grant.ts";
import { oauthErrorOf, redactError } from "./refusals.ts";
import { isBoundAsRequired, unboundToken } from "./security-profile.ts";

/** How long before its expiry an access token is renewed, since requests take time. */
const EXPIRY_MARGIN_MS = 30_000;

/** How long a process may use a refresh token before another process tries. */
const LEASE_MS = 60_000;

/** The pause between two polls of another process's lease. */
const LEASE_POLL_MS = 250;

/** Access by a grant right after the user gave it, before it is stored. */
export const firstAccess = (grant: Grant): Access => ({
  isNew: true,
  grant: async () => grant,
  renew: async () => {
    throw new Fault("INSUFFICIENT_CREDENTIALS", {
      cause: new Error("the institution refuses the access that it has just given out"),
    });
  },
  pause: async () => undefined,
});

type Options = {
  clock: () => number;
  pause(ms: number): Promise<void>;
  /** Revokes, by a job, a grant that could not be stored. */
  discard(login: { institutionId: string; connectorState: string }): Promise<void>;
};

/**
 * Access by an Item's grant. Many institutions end a grant whose refresh token is used twice, so
 * only one process uses it at a time: the holder of a lease, taken by compare-and-set. Within a
 * process, concurrent callers share one renewal.
 */
export const createAccess = (options: Options) => {
  const renewals = new Map<string, Promise<InstitutionLogin>>();
  return (client: IssuerClient, first: InstitutionLogin): Access => {
    let login = first;
    const renewAndStore = async (accessToken: string | null): Promise<Grant> => {
      const { id } = requireGrant(login, client);
      const renewal =
        renewals.get(id) ??
        renewGrant(client, login, accessToken, options).finally(() => renewals.delete(id));
      renewals.set(id, renewal);
      login = await renewal;
      return requireGrant(login, client);
    };
    return {
      isNew: false,
      grant: async () => {
        const grant = requireGrant(login, client);
        return isExpired(grant, options.clock()) ? renewAndStore(grant.accessToken) : grant;
      },
      renew: async (refusedToken) => {
        const grant = requireGrant(login, client);
        return grant.accessToken === refusedToken ? renewAndStore(refusedToken) : grant;
      },
      pause: async (pausedUntil) => {
        // A failed renewal has changed the stored state.
        login = await login.latest();
        for (let isStored = false; !isStored; ) {
          const grant = requireGrant(login, client);
          const state = JSON.stringify({ ...grant, pausedUntil } satisfies Grant);
          ({ isStored, login } = await login.replaceState(state));
        }
      },
    };
  };
};

/** Returns a login's grant; throws ITEM_LOGIN_REQUIRED without a grant of this issuer. */
const requireGrant = (login: InstitutionLogin, { metadata }: IssuerClient): Grant => {
  const grant = parseGrant(login);
  if (grant?.issuer !== metadata.issuer) throw new Fault("ITEM_LOGIN_REQUIRED");
  return grant;
};

const isExpired = ({ expiresAt }: Grant, now: number): boolean =>
  expiresAt !== null && now >= expiresAt - EXPIRY_MARGIN_MS;

async function renewGrant(
  client: IssuerClient,
  previous: InstitutionLogin,
  accessToken: string | null,
  { clock, discard, pause }: Options,
): Promise<InstitutionLogin> {
  let login = await previous.latest();
  for (let polls = 0; ; ) {
    const grant = requireGrant(login, client);
    if (grant.accessToken !== accessToken && !isExpired(grant, clock())) return login;
    const { refreshToken } = grant;
    if (refreshToken === null) throw new Fault("ITEM_LOGIN_REQUIRED");
    const isLeased = grant.leaseUntil !== null && clock() < grant.leaseUntil;
    if (isLeased && polls++ < LEASE_MS / LEASE_POLL_MS) {
      await pause(LEASE_POLL_MS);
      login = await login.latest();
      continue;
    }
    const lease = await login.replaceState(
      JSON.stringify({ ...grant, leaseUntil: clock() + LEASE_MS } satisfies Grant),
    );
    login = lease.login;
    if (!lease.isStored) continue;
    const { institutionId } = login;
    const discardTokens = (tokens: Grant) =>
      discard({ institutionId, connectorState: JSON.stringify(tokens) });
    const use = { clock, discard: discardTokens };
    const next = await useRefreshToken(client, { ...grant, refreshToken }, use).catch(
      async (failure: unknown) => {
        await storeRenewal(login, grant, { ...grant, leaseUntil: null });
        throw failure;
      },
    );
    const renewal = await storeRenewal(login, grant, next).catch(async (failure: unknown) => {
      // The Item was removed since, which revoked only the previous token.
      await discardTokens(next);
      throw failure;
    });
    login = renewal.login;
    if (renewal.isStored) return login;
    // The user has signed in again since, so the renewed tokens belong to the previous grant.
    await discardTokens(next);
  }
}

/**
 * Stores the result of a refresh. Keeps a pause that was stored since. Stores nothing if the login
 * has another refresh token by now.
 */
async function storeRenewal(
  first: InstitutionLogin,
  previous: Grant,
  next: Grant,
): Promise<{ isStored: boolean; login: InstitutionLogin }> {
  let login = first;
  for (let { pausedUntil } = previous; ; ) {
    const renewal = await login.replaceState(
      JSON.stringify({ ...next, pausedUntil } satisfies Grant),
    );
    if (renewal.isStored) return renewal;
    login = renewal.login;
    const current = parseGrant(login);
    if (current?.id !== previous.id || current.refreshToken !== previous.refreshToken)
      return renewal;
    ({ pausedUntil } = current);
  }
}

/** Renews a grant; throws ITEM_LOGIN_REQUIRED for an ended grant. */
async function useRefreshToken(
  client: IssuerClient,
  grant: Grant & { refreshToken: string },
  { clock, discard }: { clock: () => number; discard(tokens: Grant): Promise<void> },
): Promise<Grant> {
  const { oidc, config } = client;
  const { refreshToken, dpopKey } = grant;
  const proof = await dpopOption(client, dpopKey);
  const tokens = await oidc
    .refreshTokenGrant(config, refreshToken, resourceParameter(client), proof)
    .catch((failure: unknown) => {
      if (oauthErrorOf(failure) !== "invalid_grant") throw failure;
      throw new Fault("ITEM_LOGIN_REQUIRED", { cause: redactError(failure) });
    });
  const next = {
    ...grant,
    ...toAccessToken(tokens, clock()),
    refreshToken: tokens.refresh_token ?? refreshToken,
    leaseUntil: null,
  };
  const { sub = grant.subject } = tokens.claims() ?? {};
  if (!isBoundAsRequired(client, tokens, dpopKey)) {
    await discard(next);
    throw new Fault("ITEM_LOGIN_REQUIRED", { cause: unboundToken(client.connection, dpopKey) });
  }
  if (grant.subject === null || sub === grant.subject) return next;
  // OpenID Connect Core 12.2: a renewal must not change the subject.
  await discard(next);
  throw new Fault("ITEM_LOGIN_REQUIRED", {
    cause: new Error("the institution renewed the tokens with those of another customer"),
  });
}

/**
 * Renews an expired access token of a grant without an Item. Null if the institution has ended the
 * grant.
 */
export const usableGrant = async (
  client: IssuerClient,
  grant: Grant,
  { clock, discard }: Pick<Options, "clock" | "discard">,
): Promise<Grant | null> => {
  const { refreshToken } = grant;
  if (!isExpired(grant, clock())) return grant;
  if (refreshToken === null) return null;
  const { institutionId } = client.connection;
  const discardTokens = (tokens: Grant) =>
    discard({ institutionId, connectorState: JSON.stringify(tokens) });
  return useRefreshToken(
    client,
    { ...grant, refreshToken },
    { clock, discard: discardTokens },
  ).catch((failure: unknown) => {
    if (failure instanceof Fault && failure.code === "ITEM_LOGIN_REQUIRED") return null;
    throw failure;
  });
};

/** Revokes a grant at the institution (RFC 7009); no effect without a revocation endpoint. */
export const revokeGrant = async (
  { oidc, config, metadata }: IssuerClient,
  { refreshToken, accessToken }: Grant,
): Promise<void> => {
  const token = refreshToken ?? accessToken;
  if (metadata.revocation_endpoint === undefined || token === null) return;
  const hint = refreshToken === null ? "access_token" : "refresh_token";
  await oidc.tokenRevocation(config, token, { token_type_hint: hint });
};
