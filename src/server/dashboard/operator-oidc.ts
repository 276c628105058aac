import { entryKey, findEntry, type Identity } from "../domain/dashboard/operator.ts";
import { Fault } from "../domain/fault.ts";
import type { Services } from "../domain/services.ts";
import {
  type ActiveSession,
  openOperatorSession,
  type SessionOrigin,
} from "./dashboard-session.ts";
import { logRefusal } from "./log-refusal.ts";

/** The maximum duration of a sign-in at the identity provider. */
export const OIDC_PROGRESS_MS = 10 * 60 * 1000;

const PURPOSE = "operator-oidc";

/** Returns the redirect URI for the identity provider. */
const oidcRedirectUri = ({ publicUrl }: Pick<Services, "publicUrl">): string =>
  `${publicUrl()}/dashboard/oidc/return`;

/** Starts a sign-in: returns the provider's address, and the sealed state for the browser. */
export const startOidc = async (
  services: Services,
): Promise<{ url: string; sealedProgress: string }> => {
  const { vault, clock } = services;
  const { url, progress } = await requireProvider(services).start(oidcRedirectUri(services));
  const expiresAt = clock() + OIDC_PROGRESS_MS;
  return { url, sealedProgress: vault.seal(PURPOSE, JSON.stringify({ progress, expiresAt })) };
};

/**
 * Opens a session for an operator who returns from the provider. Throws INVALID_DASHBOARD_SESSION
 * if the sign-in failed or began in another browser, and UNAUTHORIZED_ROUTE_ACCESS if the operator
 * is not allowed. The audit log has both, with the address.
 */
export const finishOidc = async (
  query: string,
  sealedProgress: string,
  address: string,
  origin: SessionOrigin,
  services: Services,
): Promise<ActiveSession> => {
  const provider = requireProvider(services);
  const { issuer } = provider;
  const refuse = (subject: string, reason: "not allowed" | "failed"): Promise<void> =>
    logRefusal(
      address,
      { action: "operator.refuse_sign_in", subject, details: { issuer, reason } },
      services,
    );
  const returnUrl = new URL(`${oidcRedirectUri(services)}${query}`);
  let identity: Identity;
  try {
    identity = await provider.finish(returnUrl, openProgress(sealedProgress, services));
  } catch (cause) {
    await refuse("operator", "failed");
    throw new Fault("INVALID_DASHBOARD_SESSION", { cause });
  }
  const entry = findEntry(identity, provider);
  if (entry === undefined) {
    await refuse(identity.email ?? `sub:${identity.subject}`, "not allowed");
    throw new Fault("UNAUTHORIZED_ROUTE_ACCESS");
  }
  return openOperatorSession(entryKey(provider, entry), entry, { issuer }, origin, services);
};

function requireProvider({ operatorIdentity }: Services) {
  if (operatorIdentity) return operatorIdentity;
  throw new Fault("NOT_FOUND", { message: "no identity provider is configured" });
}

function openProgress(sealed: string, { vault, clock }: Services): string {
  const { progress, expiresAt } = JSON.parse(vault.open(PURPOSE, sealed));
  if (clock() >= expiresAt) throw new Error("the sign-in took too long");
  return progress;
}
