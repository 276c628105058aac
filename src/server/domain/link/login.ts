import type { Language } from "../../../protocol/vocabulary.ts";
import type { BankAccount, LoginStep } from "../connectors/connector.ts";
import { sealState } from "../connectors/connector-state.ts";
import { type LoginOfItem, openCredentials, sealCredentials } from "../connectors/open-login.ts";
import { opaqueId } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { SessionStep } from "./session-step.ts";

/** The result of a login: a challenge, or the accounts behind it. */
export type LoginResult = AtChallenge | (NewLogin & { at: "accounts"; accounts: BankAccount[] });

/** A login that is done, with what its connector has to remember, sealed; null for nothing new. */
export type NewLogin = LoginOfItem & { sealedState: string | null };

type AtChallenge = Extract<SessionStep, { at: "mfa" }>;

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
  const step = await connector.start(institutionId, credentials, {
    solved: captchaSolved,
    ...(language && { language }),
  });
  const sealedLogin = sealCredentials(services, itemId, credentials);
  return resultOf(services, step, { institutionId, itemId, sealedLogin });
};

/**
 * Answers the challenge that a login stands at. Throws like `logIn`, and INVALID_MFA, after which the
 * challenge may be answered again.
 */
export const answerChallenge = async (
  services: Services,
  { institutionId, itemId, sealedLogin, sealedProgress }: AtChallenge,
  answers: readonly string[],
  language: Language,
): Promise<LoginResult> => {
  const { directory, vault } = services;
  const credentials = openCredentials(services, { institutionId, itemId, sealedLogin });
  const progress = vault.open(progressPurpose(itemId), sealedProgress);
  const connector = directory.connectorOf(institutionId);
  const step = await connector.answer(institutionId, credentials, progress, answers, language);
  return resultOf(services, step, { institutionId, itemId, sealedLogin });
};

function resultOf(services: Services, step: LoginStep, login: LoginOfItem): LoginResult {
  const { vault } = services;
  if (step.at === "accounts") {
    const { accounts, connectorState } = step;
    const sealedState =
      connectorState === undefined ? null : sealState(services, login.itemId, connectorState);
    return { at: "accounts", ...login, sealedState, accounts };
  }
  const sealedProgress = vault.seal(progressPurpose(login.itemId), step.progress);
  return { at: "mfa", ...login, challenge: step.challenge, sealedProgress };
}

const progressPurpose = (itemId: string): string => `login-progress:${itemId}`;
