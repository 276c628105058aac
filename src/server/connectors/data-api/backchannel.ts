import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Language, Product } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { tokensOf } from "./authorization.ts";
import { consentOf } from "./consent.ts";
import { createDpopKey, DpopKey, importDpopKey } from "./dpop-key.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { describe, oauthErrorOf } from "./refusals.ts";
import { scopesFor } from "./scopes.ts";

/** OpenID Client-Initiated Backchannel Authentication (CIBA) Core 1.0, in poll mode. */
const GRANT_TYPE = "urn:openid:params:grant-type:ciba";

/** How often the issuer is asked where it does not say (CIBA 7.3). Seconds. */
const INTERVAL = 5;

/** No request stays open for longer, whatever the issuer says: its user has gone. Seconds. */
const LONGEST = 15 * 60;

/** Without letters and digits that are taken for one another. */
const CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** What has to be remembered of a request until its user has approved: a login's progress. */
const Progress = z.strictObject({
  issuer: z.string(),
  requestId: z.string(),
  dpopKey: DpopKey.nullable(),
});

/** What the user is known by at the issuer, as they have typed it. */
export const USER_FIELD = "login_hint";

/**
 * Asks the issuer to have a user approve the connection in its app, which shows the code. Throws
 * INVALID_CREDENTIALS for a user whom the issuer does not know.
 */
export const requestApproval = async (
  { oidc, config, metadata, connection, bindsToKey }: IssuerClient,
  { user, products, language }: { user: string; products: readonly Product[]; language?: Language },
) => {
  if (config.serverMetadata().backchannel_authentication_endpoint === undefined)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error("the metadata has no backchannel_authentication_endpoint (CIBA)"),
    });
  // The grant is for signing in (CIBA 7.1), whatever the scopes are that were declared.
  const scopes = new Set([
    "openid",
    ...(connection.scopes ?? scopesFor(metadata.scopes_supported, products)),
  ]);
  const code = Array.from({ length: 4 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(
    "",
  );
  const dpopKey = bindsToKey ? await createDpopKey() : null;
  const answer = await oidc
    .initiateBackchannelAuthentication(config, {
      scope: [...scopes].join(" "),
      login_hint: user,
      binding_message: code,
      ...(language && { ui_locales: language }),
      ...(connection.resource !== null && { resource: connection.resource }),
    })
    .catch((failure: unknown) => {
      if (oauthErrorOf(failure) !== "unknown_user_id") throw failure;
      throw new Fault("INVALID_CREDENTIALS", { cause: describe(failure) });
    });
  const progress = { issuer: metadata.issuer, requestId: answer.auth_req_id, dpopKey };
  return {
    progress: JSON.stringify(progress satisfies z.infer<typeof Progress>),
    code,
    lifetimeMs: Math.min(answer.expires_in, LONGEST) * 1000,
    intervalMs: Math.max(answer.interval ?? INTERVAL, 1) * 1000,
  };
};

/**
 * The grant of a user who has approved, or that they have not yet. Throws OAUTH_USER_CANCELLED where they
 * refused, USER_INPUT_TIMEOUT where they took too long.
 */
export const fetchApproval = async (
  { oidc, config, metadata, connection }: IssuerClient,
  progress: string,
  { id, clock }: { id: string; clock: () => number },
): Promise<Grant | { at: "pending"; slowDown: boolean }> => {
  const { issuer, requestId, dpopKey } = Progress.parse(JSON.parse(progress));
  if (issuer !== metadata.issuer) throw new Fault("OAUTH_ISSUER_MISMATCH");
  const DPoP = dpopKey && oidc.getDPoPHandle(config, await importDpopKey(dpopKey));
  const parameters = {
    auth_req_id: requestId,
    ...(connection.resource !== null && { resource: connection.resource }),
  };
  try {
    const tokens = await oidc.genericGrantRequest(
      config,
      GRANT_TYPE,
      parameters,
      DPoP ? { DPoP } : {},
    );
    return {
      id,
      issuer,
      subject: tokens.claims()?.sub ?? null,
      ...tokensOf(tokens, clock()),
      ...consentOf(tokens, clock()),
      refreshToken: tokens.refresh_token ?? null,
      dpopKey: tokens.token_type === "dpop" ? dpopKey : null,
      leaseUntil: null,
      pausedUntil: null,
    };
  } catch (failure) {
    const error = oauthErrorOf(failure);
    if (error === "authorization_pending") return { at: "pending", slowDown: false };
    if (error === "slow_down") return { at: "pending", slowDown: true };
    // The request itself: it has expired, or was answered before.
    if (error === "expired_token" || error === "invalid_grant")
      throw new Fault("USER_INPUT_TIMEOUT", { cause: describe(failure) });
    throw failure;
  }
};
