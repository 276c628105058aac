import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { FirstStep } from "../../domain/connectors/login-step.ts";
import { retryWrite } from "../../domain/connectors/retry-write.ts";
import { discardLogin } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest, opaqueId, toUuid } from "../../domain/identifiers.ts";
import { signInPurpose } from "../../domain/institutions/institution-check.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { readRedirect } from "../../domain/link/login.ts";
import {
  type CallbackFailure,
  type CallbackParameters,
  loginAfterCallback,
  stepAfterCallback,
  toCallbackFailure,
} from "../../domain/link/oauth-callback.ts";
import { type RedirectStart, startRedirect } from "../../domain/link/oauth-start.ts";
import type { NewRedirect, Redirect } from "../../domain/link/redirect-store.ts";
import { type AtRedirect, openProgress, type SessionStep } from "../../domain/link/session-step.ts";
import { addToLogContext } from "../../domain/log-context.ts";
import type { Services } from "../../domain/services.ts";
import { hasLinkEnded, isOver } from "../session/session-state.ts";
import { loadRedirectUri } from "./start-via.ts";

/** The reason for refusing a callback. The page reveals nothing of the session. */
export type CallbackRefusal = "unknown" | "used" | "ended" | "browser";

/** The page after a callback, and its language; null for the browser's language. */
export type CallbackOutcome = { language: Language | null } & (
  | { at: "refusal"; reason: CallbackRefusal }
  /** Link's own window, or a page that replaced Link's page. */
  | {
      at: "popup" | "page";
      institution: string;
      refusal: ErrorCode | null;
      /** The institution's own words for its refusal; left out for the general words. */
      words?: string | undefined;
    }
  /** The application's page. */
  | { at: "application"; url: string }
  /** Another page of the institution, which needs a second sign-in. */
  | { at: "onward"; start: RedirectStart }
);

type Callback = {
  state: string;
  parameters: CallbackParameters;
  /** The redirect URI's path, which may be the institution's own. */
  path: string;
  /**
   * Returns the browser's secret of a redirect, by the digest of the redirect's state; empty for
   * none.
   */
  secretOf(stateDigest: string): string;
};

/**
 * Accepts an institution's callback: uses up the state and exchanges the code at once, since a code
 * is valid for about a minute. The session's frame claims the result later. A callback to our own
 * window must come from the browser that started the redirect. Otherwise an attacker could connect
 * a victim's accounts in the attacker's session (login CSRF). For a callback to the application's
 * page, the oauth_state_id is the proof.
 */
export const acceptCallback = async (
  services: Services,
  { state, parameters, path, secretOf }: Callback,
  report: (failure: unknown) => void,
): Promise<CallbackOutcome> => {
  const { clock, random, store } = services;
  const redirect = await store.redirects.byStateDigest(digest(state));
  const session = redirect && (await store.sessions.byLinkSessionId(redirect.linkSessionId));
  if (!session) return { language: null, at: "refusal", reason: "unknown" };
  addToLogContext({ link_session_id: session.linkSessionId });
  const { language } = session.config;
  const refuse = (reason: CallbackRefusal): CallbackOutcome => ({
    language,
    at: "refusal",
    reason,
  });
  const { stateDigest, via } = redirect;
  if (redirect.returnedAt !== null) return refuse("used");
  if (via !== "redirect" && !isSameDigest(redirect.cookieDigest, digest(secretOf(stateDigest)))) {
    await abandonLogin(services, session, redirect, report);
    return refuse("browser");
  }
  const stateId = via === "redirect" ? toUuid(random(16)) : null;
  const at = { returnedAt: clock(), stateIdDigest: stateId && digest(stateId) };
  if (!(await store.redirects.useState(stateDigest, at))) return refuse("used");
  const step = requireStep(session, redirect);
  if (!step) return refuse("ended");
  const nextState = opaqueId(random, 43);
  const callback = { parameters, path, nextState };
  const result = await callbackResult(services, step, callback, report);
  if ("at" in result && result.at === "redirect") {
    const onward = readRedirect(services, result, step, {
      ...{ state: nextState, via, reauthenticate: step.reauthenticate },
    });
    const ticket = new URL(onward.startUrl).searchParams.get("ticket") ?? "";
    const start = (await storeCallback(services, redirect, onward.step, onward.redirect))
      ? await startRedirect(services, ticket)
      : null;
    if (start) return { language, at: "onward", start };
    const connectorState = stateToEnd(result);
    if (connectorState !== null) await discardLogin(services, { ...step, connectorState });
    return refuse("ended");
  }
  if (!(await storeCallback(services, redirect, stepAfterCallback(services, step, result)))) {
    const connectorState = stateToEnd(result);
    if (connectorState !== null) await discardLogin(services, { ...step, connectorState });
    return refuse("ended");
  }
  if (stateId !== null) {
    const url = new URL((await loadRedirectUri({ session, store })) ?? services.publicUrl());
    url.searchParams.set("oauth_state_id", stateId);
    return { language, at: "application", url: url.href };
  }
  const refusal = "refusal" in result ? result.refusal : null;
  const institution = services.directory.get(step.institutionId).name;
  const words = "refusal" in result ? result.words?.display : undefined;
  return { language, at: via === "page" ? "page" : "popup", institution, refusal, words };
};

/** The connector state of the access granted or prepared at the institution, or null. */
const stateToEnd = (result: FirstStep | CallbackFailure): string | null =>
  ("connectorState" in result && result.connectorState) ||
  ("unfinished" in result && result.unfinished) ||
  null;

/** Returns the session's step that waits for this callback; null if the session has moved on. */
function requireStep(session: LinkSession, { stateDigest }: Redirect): AtRedirect | null {
  const { step } = session;
  return !isOver(session) && step.at === "redirect" && step.stateDigest === stateDigest
    ? step
    : null;
}

/**
 * Ends an authorization given in another browser than the session's. At institutions without a code
 * to exchange, the session could otherwise continue with it.
 */
async function abandonLogin(
  services: Services,
  session: LinkSession,
  redirect: Redirect,
  report: (failure: unknown) => void,
): Promise<void> {
  const step = requireStep(session, redirect);
  const abandon = step && services.directory.connectorOf(step.institutionId).redirect?.abandon;
  if (!step || !abandon) return;
  const isOver = await abandon(step.institutionId, openProgress(services, step)).catch(report);
  const at = { returnedAt: services.clock(), stateIdDigest: null };
  if (isOver) await services.store.redirects.useState(redirect.stateDigest, at);
}

async function callbackResult(
  services: Services,
  step: AtRedirect,
  { parameters, path, nextState }: Pick<Callback, "parameters" | "path"> & { nextState: string },
  report: (failure: unknown) => void,
): Promise<FirstStep | CallbackFailure> {
  try {
    return await loginAfterCallback(services, step, parameters, path, nextState);
  } catch (failure) {
    if (failure instanceof Fault) return toCallbackFailure(failure);
    report(failure);
    return { refusal: "INTERNAL_SERVER_ERROR" };
  }
}

/** Stores the result, unless the session has moved on during the request to the institution. */
function storeCallback(
  services: Services,
  redirect: Redirect,
  step: SessionStep,
  another?: NewRedirect,
): Promise<boolean> {
  const { sessions } = services.store;
  return retryWrite(services, async (isAgain) => {
    for (;;) {
      const session = await sessions.byLinkSessionId(redirect.linkSessionId);
      // The session may have advanced with an earlier call's data.
      if (!session || !requireStep(session, redirect)) return isAgain && !hasLinkEnded(session);
      if (await sessions.advance(session, { step, ...(another && { redirect: another }) }))
        return true;
    }
  });
}

/**
 * Accepts a callback for the check of an institution once, by the check's own state; false if no
 * check waits for it. The check's worker may run on another server, and reads the callback from the
 * store.
 */
export const acceptCheckCallback = (
  { store, vault }: Pick<Services, "store" | "vault">,
  state: string,
  parameters: CallbackParameters,
): Promise<boolean> =>
  store.institutionChecks.takeCallback(digest(state), (institutionId) =>
    vault.seal(
      signInPurpose(institutionId),
      new URLSearchParams({ ...parameters, state }).toString(),
    ),
  );
