import type { RedirectVia } from "../../../protocol/link/bridge.ts";
import type { Language, Product } from "../../../protocol/vocabulary.ts";
import type { BankAccount } from "../connectors/bank-account.ts";
import type { ImportedUser } from "../connectors/connector.ts";
import { openState, sealState } from "../connectors/connector-state.ts";
import type {
  ApprovalStep,
  LoginStep,
  MatchAnswer,
  OpenMatch,
  RedirectStep,
} from "../connectors/login-step.ts";
import { type LoginOfItem, openCredentials, sealCredentials } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import { digest, opaqueId } from "../identifiers.ts";
import type { LinkDeps } from "./deps.ts";
import { newRedirect, redirectUri } from "./oauth-start.ts";
import { sendableChallenge, toCodes } from "./one-time-codes.ts";
import type { NewRedirect } from "./redirect-store.ts";
import {
  type AtApproval,
  type AtChallenge,
  type AtRedirect,
  openProgress,
  sealChallenge,
  sealProgress,
} from "./session-step.ts";

/** The result of a login: a challenge, a redirect, or the accounts. */
export type LoginResult =
  | AtChallenge
  | { at: "approval"; step: AtApproval }
  | { at: "redirect"; startUrl: string; redirect: NewRedirect; step: AtRedirect }
  | (NewLogin & {
      at: "accounts";
      accounts: BankAccount[];
      addedKeys: readonly string[];
      matchAnswers: readonly MatchAnswer[];
      /** A sentence for the user; null for none. */
      note: string | null;
    });

/**
 * A completed login with the connector's sealed state; null for no new state. The institution's own
 * end of the consent is in ms since 1970; null if unknown.
 */
export type NewLogin = LoginOfItem & {
  sealedState: string | null;
  consentExpiresAt: number | null;
};

/** Logs in at an institution. Throws the institution's refusal as a Fault. */
export const logIn = async (
  services: LinkDeps,
  institutionId: string,
  credentials: Record<string, string>,
  {
    itemId: updatedItemId,
    hasSolvedCaptcha = false,
    language,
    products,
    via = "popup",
    reauthenticate = false,
    openMatches = [],
    person,
    onRead,
  }: {
    /** The existing Item; by default the id of a new one. */
    itemId?: string | undefined;
    hasSolvedCaptcha?: boolean;
    /** The user's language. */
    language?: Language;
    /** The products that the user is asked to share; by default all products of the institution. */
    products?: readonly Product[];
    /** The way to the institution's own site, if the institution requires it. */
    via?: RedirectVia;
    /** Whether the institution must ask for a sign-in, after another person signed in. */
    reauthenticate?: boolean;
    /** The Item's possible matches, if the user is asked about them. */
    openMatches?: readonly OpenMatch[];
    /** The person who brings a file. One file per person is read at a time. */
    person?: string;
    /** Called with the read share of a file, from 0 to 1. */
    onRead?: (share: number) => void;
  } = {},
): Promise<LoginResult> => {
  const connector = services.directory.connectorOf(institutionId);
  const itemId = updatedItemId ?? opaqueId(services.random, 37);
  const sealedState =
    updatedItemId === undefined
      ? null
      : await services.store.connectorStates.byItemId(updatedItemId);
  const state = opaqueId(services.random, 43);
  const step = await connector.start(institutionId, credentials, {
    solved: hasSolvedCaptcha,
    state,
    redirectUri: redirectUri(services),
    ...(language && { language }),
    ...(products && { products }),
    ...(sealedState && { connectorState: openState(services, itemId, sealedState) }),
    ...(reauthenticate && { reauthenticate }),
    ...(openMatches.length > 0 && { openMatches }),
    ...(person && { person }),
    ...(onRead && { onRead }),
  });
  // A file in the credentials is large and not stored after it is read. A password may be sent only
  // once.
  const stored = "credentials" in step ? step.credentials : undefined;
  const sealedLogin = sealCredentials(services, itemId, stored ?? credentials);
  const login = { institutionId, itemId, sealedLogin };
  return step.at === "redirect"
    ? readRedirect(services, step, login, { state, via, reauthenticate })
    : toResult(services, step, login);
};

/**
 * Returns the redirect to the institution's own site, and the session's step that waits for the
 * callback.
 */
export const readRedirect = (
  services: LinkDeps,
  step: RedirectStep,
  { institutionId, itemId, sealedLogin }: LoginOfItem,
  {
    state,
    via,
    reauthenticate = false,
  }: { state: string; via: RedirectVia; reauthenticate?: boolean | undefined },
): Extract<LoginResult, { at: "redirect" }> => {
  const login = { institutionId, itemId, sealedLogin };
  const { url, businessUrl } = step;
  const { startUrl, redirect } = newRedirect(services, { url, businessUrl, state, via });
  const { stateDigest, expiresAt } = redirect;
  const sealedProgress = sealProgress(services, itemId, step.progress);
  return {
    at: "redirect",
    startUrl,
    redirect,
    step: {
      ...{ at: "redirect", ...login, via, stateDigest, sealedProgress, expiresAt },
      ...unfinishedOf(services, itemId, step),
      ...(reauthenticate && { reauthenticate }),
    },
  };
};

/**
 * Answers the challenge of a login. Throws like `logIn`, and INVALID_MFA, after which the user may
 * answer again.
 */
export const answerChallenge = async (
  services: LinkDeps,
  challenge: AtChallenge,
  answers: readonly string[],
  language: Language,
): Promise<LoginResult> => {
  const { institutionId, itemId, sealedLogin } = challenge;
  const credentials = openCredentials(services, challenge);
  const progress = openProgress(services, challenge);
  const connector = services.directory.connectorOf(institutionId);
  const step = await connector.answer(institutionId, credentials, progress, answers, language);
  return toResult(services, step, { institutionId, itemId, sealedLogin }, challenge);
};

/**
 * Returns the effect of answers on a login's file, and changes nothing; null if the file has none.
 */
export const fileEffect = async (
  services: LinkDeps,
  challenge: AtChallenge,
  answers: readonly string[],
  language: Language,
): Promise<string | null> => {
  const { files } = services.directory.connectorOf(challenge.institutionId);
  if (!files) return null;
  const progress = openProgress(services, challenge);
  return files.effect(openCredentials(services, challenge), progress, answers, language);
};

/** Seals the connector state of an unfinished login. The digest tells it from other states. */
const unfinishedOf = (
  services: LinkDeps,
  itemId: string,
  { unfinished: state }: { unfinished?: string },
): Pick<AtChallenge, "unfinished"> =>
  state === undefined
    ? {}
    : { unfinished: { digest: digest(state), sealedState: sealState(services, itemId, state) } };

/** Seals the result of a login's step. */
export function toResult(
  services: LinkDeps,
  step: LoginStep | ApprovalStep,
  { institutionId, itemId, sealedLogin }: LoginOfItem,
  previous?: AtChallenge,
): LoginResult {
  const login = { institutionId, itemId, sealedLogin };
  if (step.credentials) login.sealedLogin = sealCredentials(services, itemId, step.credentials);
  if (step.at === "accounts") {
    const { accounts, connectorState, consentExpiresAt = null } = step;
    const { addedKeys = [], matchAnswers = [], note = null } = step;
    const sealedState =
      connectorState === undefined ? null : sealState(services, itemId, connectorState);
    return {
      ...{ at: "accounts", ...login, sealedState, consentExpiresAt, accounts },
      ...{ addedKeys, matchAnswers, note },
    };
  }
  const sealedProgress = sealProgress(services, itemId, step.progress);
  const unfinished = unfinishedOf(services, itemId, step);
  if (step.at === "approval") {
    const { code, message = null, lifetimeMs, intervalMs } = step;
    const now = services.clock();
    const times = { expiresAt: now + lifetimeMs, askAt: now + intervalMs, intervalMs };
    const words = { code, ...(message !== null && { message }) };
    return {
      at: "approval",
      step: { at: "approval", ...login, ...words, sealedProgress, ...unfinished, ...times },
    };
  }
  const connector = services.directory.connectorOf(institutionId);
  const challenge = sendableChallenge(step.challenge, connector);
  const codes = toCodes(challenge, previous, services.clock());
  const next: AtChallenge = {
    ...{ at: "mfa", ...login, challenge, sealedProgress },
    ...{ ...unfinished, ...codes },
  };
  return step.isPrivate ? sealChallenge(services, next) : next;
}

/**
 * Logs in as a user whom the institution's partner names. Throws the institution's refusal as a
 * Fault, and INVALID_INSTITUTION without imports.
 */
export const importLogin = async (
  services: LinkDeps,
  institutionId: string,
  user: ImportedUser,
): Promise<NewLogin & { accounts: BankAccount[] }> => {
  const connector = services.directory.connectorOf(institutionId);
  if (!connector.import)
    throw new Fault("INVALID_INSTITUTION", {
      message: "no Item is imported from this institution; its users connect it in Link",
    });
  const {
    credentials,
    accounts,
    connectorState,
    consentExpiresAt = null,
  } = await connector.import.login(institutionId, user);
  const itemId = opaqueId(services.random, 37);
  const sealedState =
    connectorState === undefined ? null : sealState(services, itemId, connectorState);
  const sealedLogin = sealCredentials(services, itemId, credentials);
  return { institutionId, itemId, sealedLogin, sealedState, consentExpiresAt, accounts };
};
