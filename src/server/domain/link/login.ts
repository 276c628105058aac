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

/** The result of a login: a challenge, a redirect, or the accounts behind it. */
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
 * A completed login, with the connector's state, sealed; null for no new state. The institution's own end of
 * the consent is in ms since 1970; null if it names none.
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
    /** The existing Item; a new id by default. */
    itemId?: string | undefined;
    hasSolvedCaptcha?: boolean;
    /** The user's language. */
    language?: Language;
    /** The products that they are asked to share; by default all that the institution has. */
    products?: readonly Product[];
    /** The way to the institution's own site, if it asks for that. */
    via?: RedirectVia;
    /** Whether the institution has to ask for sign-in, after somebody else signed in. */
    reauthenticate?: boolean;
    /** The transactions of the Item that may be the same, if its user is asked. */
    openMatches?: readonly OpenMatch[];
    /** Names the person, if they bring a file: one of theirs is read at a time. */
    person?: string;
    /** Called with the share of a file that is read, from 0 to 1. */
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
  // A file among the credentials is large, and not stored once it is read; a password may be sent once alone.
  const stored = "credentials" in step ? step.credentials : undefined;
  const sealedLogin = sealCredentials(services, itemId, stored ?? credentials);
  const login = { institutionId, itemId, sealedLogin };
  return step.at === "redirect"
    ? readRedirect(services, step, login, { state, via, reauthenticate })
    : toResult(services, step, login);
};

/** A redirect to the institution's own site, and the step of the session that waits for the callback. */
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
 * Answers the challenge of a login. Throws like `logIn`, and INVALID_MFA, after which the challenge may be
 * answered again.
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

/** Returns the effect of answers on the file of a login, which change nothing; null if it has none. */
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

/**
 * Seals the institution's state of an unfinished login; the digest distinguishes it from other
 * states.
 */
const unfinishedOf = (
  services: LinkDeps,
  itemId: string,
  { unfinished: state }: { unfinished?: string },
): Pick<AtChallenge, "unfinished"> =>
  state === undefined
    ? {}
    : { unfinished: { digest: digest(state), sealedState: sealState(services, itemId, state) } };

/** The result of a step in a login, sealed. */
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
 * Logs in at an institution as a user whom its partner names. Throws the institution's refusal as a
 * Fault, and INVALID_INSTITUTION if Items are linked by Link alone.
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
