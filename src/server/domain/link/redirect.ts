import { openCredentials } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import { digest, isSameDigest } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { type LoginResult, openProgress, resultOf } from "./login.ts";
import type { SessionStep } from "./session-step.ts";

type AtRedirect = Extract<SessionStep, { at: "redirect" }>;

/** What an institution adds to the address that it sends the user back to. */
export type ReturnParameters = Readonly<Record<string, string>>;

/** Throws INVALID_FIELD where a state is not the one that this session's redirect carries. */
export const requireState = ({ stateDigest }: AtRedirect, state: string): void => {
  if (!isSameDigest(stateDigest, digest(state)))
    throw new Fault("INVALID_FIELD", { message: "state is not that of this session's redirect" });
};

/**
 * Completes the login of a user who is back from the institution. Throws USER_INPUT_TIMEOUT once the
 * redirect has expired, and the institution's refusal as a Fault.
 */
export const returnFromRedirect = async (
  services: Services,
  step: AtRedirect,
  parameters: ReturnParameters,
): Promise<LoginResult> => {
  const { institutionId, itemId, sealedLogin } = step;
  if (services.clock() >= step.expiresAt) throw new Fault("USER_INPUT_TIMEOUT");
  const connector = services.directory.connectorOf(institutionId);
  if (!connector.returned) throw new Error("the connector redirects, and takes nobody back");
  const login = { institutionId, itemId, sealedLogin };
  const next = await connector.returned(
    institutionId,
    openCredentials(services, login),
    openProgress(services, step),
    parameters,
  );
  return resultOf(services, next, login);
};
