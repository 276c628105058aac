import type { ErrorCode } from "../../../protocol/errors.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { LoginStep } from "../../domain/connectors/connector.ts";
import { discardLogin } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest, uuidOf } from "../../domain/identifiers.ts";
import {
  loginAfterReturn,
  type ReturnParameters,
  stepAfterReturn,
} from "../../domain/link/institution-return.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { Redirect } from "../../domain/link/redirect-store.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { addToLogContext } from "../../domain/log-context.ts";
import type { Services } from "../../domain/services.ts";
import { isOver } from "../session/session-state.ts";
import { redirectUriOf } from "./redirect-via.ts";

/** Why a return is refused; the page for it reveals nothing of the session. */
export type ReturnRefusal = "unknown" | "used" | "ended" | "browser";

/** Where a user who is back goes on, in which language; null for that of their browser. */
export type ReturnOutcome = { language: Language | null } & (
  | { at: "refusal"; reason: ReturnRefusal }
  /** In the window that Link opened, or in the page that was Link's. */
  | { at: "popup" | "page"; institution: string; refusal: ErrorCode | null }
  /** At the application's page. */
  | { at: "application"; url: string }
);

type Return = {
  state: string;
  parameters: ReturnParameters;
  /** Where the user came back to, which may be the institution's own path. */
  path: string;
  /** The secret that the browser has for a redirect, by the digest of its state; empty for none. */
  secretOf(stateDigest: string): string;
};

/**
 * Handles the return of a user from the institution: uses up the state and exchanges the code at once, since it is good
 * for about a minute. The session's frame gets the result when it asks for it. Who comes back to a window
 * of ours has to be the browser that set out, or an attacker could have a victim's accounts connected in
 * the attacker's session (login CSRF); for who comes back to the application's page the oauth_state_id
 * proves it.
 */
export const handleReturn = async (
  services: Services,
  { state, parameters, path, secretOf }: Return,
  report: (failure: unknown) => void,
): Promise<ReturnOutcome> => {
  const { clock, random, store } = services;
  const redirect = await store.redirects.byStateDigest(digest(state));
  const session = redirect && (await store.sessions.byLinkSessionId(redirect.linkSessionId));
  if (!session) return { language: null, at: "refusal", reason: "unknown" };
  addToLogContext({ link_session_id: session.linkSessionId });
  const { language } = session.config;
  const refuse = (reason: ReturnRefusal): ReturnOutcome => ({ language, at: "refusal", reason });
  const { stateDigest, via } = redirect;
  if (redirect.returnedAt !== null) return refuse("used");
  if (via !== "redirect" && !isSameDigest(redirect.cookieDigest, digest(secretOf(stateDigest))))
    return refuse("browser");
  const stateId = via === "redirect" ? uuidOf(random(16)) : null;
  const at = { returnedAt: clock(), stateIdDigest: stateId && digest(stateId) };
  if (!(await store.redirects.useState(stateDigest, at))) return refuse("used");
  const step = stepOf(session, redirect);
  if (!step) return refuse("ended");
  const result = await resultOf(services, step, { parameters, path }, report);
  if (!(await storeReturn(services, redirect, result))) {
    if ("connectorState" in result && result.connectorState !== undefined)
      await discardLogin(services, { ...step, connectorState: result.connectorState });
    return refuse("ended");
  }
  if (stateId !== null) {
    const url = new URL((await redirectUriOf({ session, store })) ?? services.publicUrl());
    url.searchParams.set("oauth_state_id", stateId);
    return { language, at: "application", url: url.href };
  }
  const refusal = "refusal" in result ? result.refusal : null;
  const institution = services.directory.get(step.institutionId).name;
  return { language, at: via === "page" ? "page" : "popup", institution, refusal };
};

/** The step of the session that waits for this return; null where the session is elsewhere by now. */
function stepOf(
  session: LinkSession,
  { stateDigest }: Redirect,
): Extract<SessionStep, { at: "redirect" }> | null {
  const { step } = session;
  return !isOver(session) && step.at === "redirect" && step.stateDigest === stateDigest
    ? step
    : null;
}

async function resultOf(
  services: Services,
  step: Extract<SessionStep, { at: "redirect" }>,
  { parameters, path }: Pick<Return, "parameters" | "path">,
  report: (failure: unknown) => void,
): Promise<LoginStep | { refusal: ErrorCode }> {
  try {
    return await loginAfterReturn(services, step, parameters, path);
  } catch (failure) {
    if (failure instanceof Fault) return { refusal: failure.code };
    report(failure);
    return { refusal: "INTERNAL_SERVER_ERROR" };
  }
}

/** Stores the result, unless the user has gone elsewhere while the institution was asked. */
async function storeReturn(
  services: Services,
  redirect: Redirect,
  result: Parameters<typeof stepAfterReturn>[2],
): Promise<boolean> {
  const { sessions } = services.store;
  for (;;) {
    const session = await sessions.byLinkSessionId(redirect.linkSessionId);
    const step = session && stepOf(session, redirect);
    if (!step) return false;
    if (await sessions.advance(session, { step: stepAfterReturn(services, step, result) }))
      return true;
  }
}
