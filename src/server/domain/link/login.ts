import type { Language } from "../../../protocol/vocabulary.ts";
import type { BankAccount, FirstStep } from "../connectors/connector.ts";
import { sealState } from "../connectors/connector-state.ts";
import { type LoginOfItem, openCredentials, sealCredentials } from "../connectors/open-login.ts";
import { digest, opaqueId } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { SessionStep } from "./session-step.ts";

/** Where institutions send users back to; registered with each of them. */
const redirectUri = ({ publicUrl }: Pick<Services, "publicUrl">): string =>
  `${publicUrl()}/oauth/return`;

/** How long a user may take to sign in at an institution's own site. */
const REDIRECT_LIFETIME_MS = 15 * 60 * 1000;

/** The result of a login: a challenge, a redirect, or the accounts behind it. */
export type LoginResult =
  | AtChallenge
  | { at: "redirect"; url: string; step: AtRedirect }
  | (NewLogin & { at: "accounts"; accounts: BankAccount[] });

/** A login that is done, with what its connector has to remember, sealed; null for nothing new. */
export type NewLogin = LoginOfItem & { sealedState: string | null };

type AtChallenge = Extract<SessionStep, { at: "mfa" }>;
type AtRedirect = Extract<SessionStep, { at: "redirect" }>;

/** Logs in at an institution. Throws the institution's refusal as a Fault. */
export const logIn = async (
  services: Services,
  institutionId: string,
  credentials: Record<string, string>,
  {
    itemId = opaqueId(services.random, 37),
    captchaSolved = false,
    language,
  }: {
    /** The existing Item; a new id by default. */
    itemId?: string | undefined;
    captchaSolved?: boolean;
    /** The user's language. */
    language?: Language;
  } = {},
): Promise<LoginResult> => {
  const connector = services.directory.connectorOf(institutionId);
  const state = opaqueId(services.random, 43);
  const step = await connector.start(institutionId, credentials, {
    solved: captchaSolved,
    state,
    redirectUri: redirectUri(services),
    ...(language && { language }),
  });
  const sealedLogin = sealCredentials(services, itemId, credentials);
  return resultOf(services, step, { institutionId, itemId, sealedLogin }, state);
};

/**
 * Answers the challenge that a login stands at. Throws like `logIn`, and INVALID_MFA, after which the
 * challenge may be answered again.
 */
export const answerChallenge = async (
  services: Services,
  challenge: AtChallenge,
  answers: readonly string[],
  language: Language,
): Promise<LoginResult> => {
  const { institutionId, itemId, sealedLogin } = challenge;
  const credentials = openCredentials(services, challenge);
  const progress = openProgress(services, challenge);
  const connector = services.directory.connectorOf(institutionId);
  const step = await connector.answer(institutionId, credentials, progress, answers, language);
  return resultOf(services, step, { institutionId, itemId, sealedLogin });
};

/** The result of a step in a login, sealed; `state` is what a redirect carries. */
export function resultOf(
  services: Services,
  step: FirstStep,
  login: LoginOfItem,
  state = "",
): LoginResult {
  if (step.at === "accounts") {
    const { accounts, connectorState } = step;
    const sealedState =
      connectorState === undefined ? null : sealState(services, login.itemId, connectorState);
    return { at: "accounts", ...login, sealedState, accounts };
  }
  const sealedProgress = services.vault.seal(progressPurpose(login.itemId), step.progress);
  if (step.at === "redirect") {
    const expiresAt = services.clock() + REDIRECT_LIFETIME_MS;
    const { at, url } = step;
    return {
      at,
      url,
      step: { at, ...login, stateDigest: digest(state), sealedProgress, expiresAt },
    };
  }
  return { at: "mfa", ...login, challenge: step.challenge, sealedProgress };
}

/** Opens the connector's progress in a login. */
export const openProgress = (
  { vault }: Services,
  { itemId, sealedProgress }: AtChallenge | AtRedirect,
): string => vault.open(progressPurpose(itemId), sealedProgress);

const progressPurpose = (itemId: string): string => `login-progress:${itemId}`;
