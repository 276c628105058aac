import { z } from "zod";
import type { Language, Product } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import type { Random } from "../../domain/identifiers.ts";
import { listScopes } from "./authorization.ts";
import { createDpopKey, DpopKey, type Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { dpopOption, newGrant, resourceParameter } from "./new-grant.ts";
import { oauthErrorOf, redactError } from "./refusals.ts";

/** OpenID Client-Initiated Backchannel Authentication (CIBA) Core 1.0, in poll mode. */
const GRANT_TYPE = "urn:openid:params:grant-type:ciba";

/** The polling interval if the issuer names none (CIBA 7.3). */
const DEFAULT_INTERVAL_SECONDS = 5;

/** The maximum lifetime of a request, even if the issuer allows more, since its user has gone. */
const MAX_LIFETIME_SECONDS = 15 * 60;

/** Excludes vowels, which form words, and characters that look alike. */
const CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** Draws evenly: bytes beyond the last whole multiple of the letters are redrawn. */
const drawLetter = (random: Random): string => {
  for (;;) {
    const [byte = 0] = random(1);
    if (byte < 256 - (256 % CODE_LETTERS.length))
      return CODE_LETTERS.charAt(byte % CODE_LETTERS.length);
  }
};

/** The login's progress until the user has approved. */
const ApprovalProgress = z.strictObject({
  issuer: z.string(),
  requestId: z.string(),
  dpopKey: DpopKey.nullable(),
});

/** The user's typed name at the issuer. */
export const USER_FIELD = "login_hint";

/**
 * Requests the user's approval in the issuer's app, which shows the code. Throws
 * INVALID_CREDENTIALS for a user whom the issuer does not know.
 */
export const requestApproval = async (
  client: IssuerClient,
  { user, products, language }: { user: string; products: readonly Product[]; language?: Language },
) => {
  const { oidc, config, metadata, bindsToKey, random } = client;
  if (config.serverMetadata().backchannel_authentication_endpoint === undefined)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error("the metadata has no backchannel_authentication_endpoint (CIBA)"),
    });
  // The grant is for signing in (CIBA 7.1), with any declared scopes.
  const scopes = new Set(["openid", ...listScopes(client, products)]);
  const code = Array.from({ length: 4 }, () => drawLetter(random)).join("");
  const dpopKey = bindsToKey ? await createDpopKey() : null;
  const answer = await oidc
    .initiateBackchannelAuthentication(config, {
      scope: [...scopes].join(" "),
      login_hint: user,
      binding_message: code,
      ...(language && { ui_locales: language }),
      ...resourceParameter(client),
    })
    .catch((failure: unknown) => {
      if (oauthErrorOf(failure) !== "unknown_user_id") throw failure;
      throw new Fault("INVALID_CREDENTIALS", { cause: redactError(failure) });
    });
  const progress = { issuer: metadata.issuer, requestId: answer.auth_req_id, dpopKey };
  return {
    progress: JSON.stringify(progress satisfies z.infer<typeof ApprovalProgress>),
    code,
    lifetimeMs: Math.min(answer.expires_in, MAX_LIFETIME_SECONDS) * 1000,
    intervalMs:
      Math.min(Math.max(answer.interval ?? DEFAULT_INTERVAL_SECONDS, 1), MAX_LIFETIME_SECONDS) *
      1000,
  };
};

/**
 * Returns the grant of an approving user, or a pending state. Throws OAUTH_USER_CANCELLED after a
 * refusal, USER_INPUT_TIMEOUT after too long.
 */
export const fetchApproval = async (
  client: IssuerClient,
  progress: string,
  { id, clock }: { id: string; clock: () => number },
): Promise<Grant | { at: "pending"; slowDown: boolean }> => {
  const { oidc, config, metadata } = client;
  const { issuer, requestId, dpopKey } = ApprovalProgress.parse(JSON.parse(progress));
  if (issuer !== metadata.issuer) throw new Fault("OAUTH_ISSUER_MISMATCH");
  const parameters = { auth_req_id: requestId, ...resourceParameter(client) };
  const proof = await dpopOption(client, dpopKey);
  try {
    const tokens = await oidc.genericGrantRequest(config, GRANT_TYPE, parameters, proof);
    return newGrant(client, tokens, { id, now: clock(), dpopKey });
  } catch (failure) {
    const error = oauthErrorOf(failure);
    if (error === "authorization_pending") return { at: "pending", slowDown: false };
    if (error === "slow_down") return { at: "pending", slowDown: true };
    // The request itself has expired, or was already used.
    if (error === "expired_token" || error === "invalid_grant")
      throw new Fault("USER_INPUT_TIMEOUT", { cause: redactError(failure) });
    throw failure;
  }
};
