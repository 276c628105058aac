import { StoredCredentials } from "../../../protocol/bridge.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { InstitutionLogin } from "../connectors/bank-transaction.ts";
import type { BankAccount, LoginStep } from "../connectors/connector.ts";
import { opaqueId } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { SessionStep } from "./session-step.ts";

/** The result of a login: a challenge, or the accounts behind it. */
export type LoginResult = AtChallenge | (LoginOfItem & { at: "accounts"; accounts: BankAccount[] });

type AtChallenge = Extract<SessionStep, { at: "mfa" }>;
/** A sealed login, and the Item it belongs to or may become. */
export type LoginOfItem = { institutionId: string; itemId: string; sealedLogin: string };

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
  const sealedLogin = services.vault.seal(loginPurpose(itemId), JSON.stringify(credentials));
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
  const credentials = StoredCredentials.parse(
    JSON.parse(vault.open(loginPurpose(itemId), sealedLogin)),
  );
  const progress = vault.open(progressPurpose(itemId), sealedProgress);
  const connector = directory.connectorOf(institutionId);
  const step = await connector.answer(institutionId, credentials, progress, answers, language);
  return resultOf(services, step, { institutionId, itemId, sealedLogin });
};

function resultOf({ vault }: Services, step: LoginStep, login: LoginOfItem): LoginResult {
  if (step.at === "accounts") return { at: "accounts", ...login, accounts: step.accounts };
  const sealedProgress = vault.seal(progressPurpose(login.itemId), step.progress);
  return { at: "mfa", ...login, challenge: step.challenge, sealedProgress };
}

/** The unsealed login of an Item at its institution. */
export const loginOf = (
  { vault }: Services,
  { institutionId, itemId, sealedLogin }: LoginOfItem,
  connectorState: string | null,
): InstitutionLogin => {
  const credentials = StoredCredentials.parse(
    JSON.parse(vault.open(loginPurpose(itemId), sealedLogin)),
  );
  return { institutionId, credentials, connectorState };
};

/** A sealed login opens only for the Item it belongs to, and only as what it is. */
const loginPurpose = (itemId: string): string => `login:${itemId}`;
const progressPurpose = (itemId: string): string => `login-progress:${itemId}`;
