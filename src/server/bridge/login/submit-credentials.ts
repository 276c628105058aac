import {
  LoginResponse,
  MAX_FILE_LENGTH,
  SubmitCredentialsRequest,
} from "../../../protocol/link/bridge.ts";
import { checkCredentials } from "../../domain/connectors/credentials.ts";
import { openInstitution } from "../../domain/connectors/directory.ts";
import type { OpenMatch } from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import { PURPOSES } from "../../domain/institutions/purposes.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import { consentDue } from "../../domain/link/consent.ts";
import { logIn } from "../../domain/link/login.ts";
import { productsToShare } from "../../domain/link/session-products.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { throttleSignIn } from "../../domain/link/sign-in-throttle.ts";
import { openMatches } from "../../domain/transactions/decide-match.ts";
import {
  type AccountVerification,
  afterAmounts,
  listCents,
} from "../../domain/verification/verification.ts";
import { verificationWebhooks } from "../../domain/verification/verification-webhooks.ts";
import { type BridgeContext, bridgeEndpoint, type Outcome } from "../endpoint.ts";
import { endUpdate } from "../finish/link-result.ts";
import { resolveVia } from "../oauth/start-via.ts";
import { filterOf, requireNoCaptcha, supersededFault } from "../session/session-state.ts";
import { isDepositConfirmation, loginForm, requireAvailable } from "./login-form.ts";
import { connectionAnswer, loginOutcome } from "./login-outcome.ts";

/** The steps from which a user may sign in, for the first time or again. */
const LOGIN_STEPS: readonly SessionStep["at"][] = [
  "credentials",
  "mfa",
  "redirect",
  "approval",
  "returned",
];

/** Logs in at the selected institution, and responds with the login's next step. */
export const submitCredentials = bridgeEndpoint({
  path: "/bridge/credentials/submit",
  access: "submission",
  bodyLimit: MAX_FILE_LENGTH + 64 * 1024,
  request: SubmitCredentialsRequest,
  response: LoginResponse,
  async handle({ institution_id, credentials, via }, context) {
    const { session, directory } = context;
    const { step } = session;
    if (!("institutionId" in step) || !LOGIN_STEPS.includes(step.at)) throw supersededFault();
    if (step.institutionId !== institution_id) throw supersededFault();
    const institution =
      session.updateItemId === null
        ? openInstitution(directory, institution_id, filterOf(session))
        : directory.get(institution_id);
    requireAvailable(institution, context);
    if (session.updateItemId !== null) await renewableItem(session.updateItemId, context);
    if (consentDue(session, institution, context))
      throw new Fault("ADDITIONAL_CONSENT_REQUIRED", {
        message: "the user has not given the consent that this institution's country requires",
      });
    const { fields, at_site: isAtSite = false } = loginForm(session, institution, context);
    // A form without fields allows no guessing, nor does a sign-in at the institution's own site.
    const maySignIn = fields.length > 0 && !isAtSite;
    if (maySignIn) requireNoCaptcha(session);
    checkCredentials(fields, credentials);
    if (isDepositConfirmation(session, institution)) return confirmDeposits(context, credentials);
    const resolvedVia = await resolveVia(via, context);
    const { isGuessable, accounts } = PURPOSES[institution.purpose];
    if (isGuessable && maySignIn)
      await throttleSignIn(context, session, institution_id, fields, credentials);
    const result = await logIn(context, institution_id, credentials, {
      itemId: session.updateItemId ?? undefined,
      hasSolvedCaptcha: session.guard.proven,
      language: session.config.language,
      products: await productsToShare(context, session, institution_id),
      via: resolvedVia,
      reauthenticate: "reauthenticate" in step && step.reauthenticate === true,
      openMatches: accounts.update === "added" ? await matchesToAsk(context) : [],
      person: session.linkTokenDigest ?? session.linkSessionId,
      onRead: (share) => context.fileReads.set(session.linkSessionId, share),
    }).finally(() => context.fileReads.delete(session.linkSessionId));
    return loginOutcome(context, result);
  },
});

/** The maximum number of matches to ask a user about at once. */
const MAX_MATCHES = 5;

/** Returns the possible matches of the Item in update mode. */
const matchesToAsk = async (context: BridgeContext): Promise<OpenMatch[]> => {
  const { updateItemId } = context.session;
  if (updateItemId === null) return [];
  const open = await openMatches(context, updateItemId, MAX_MATCHES);
  return open.map(({ candidate: { transactionId, beforeId, before, reasons }, transaction }) => {
    const { date, amount, name } = transaction;
    return {
      ...{ transactionId, beforeId, now: { date, amount, name }, reasons },
      before: { date: before.date, amount: before.amount, name: before.name },
    };
  });
};

/**
 * Compares the amounts of micro-deposits. Right amounts verify the numbers; wrong amounts count as
 * an attempt.
 */
const confirmDeposits = async (
  context: BridgeContext,
  fields: Record<string, string>,
): Promise<Outcome<LoginResponse>> => {
  const { session, store, directory, clock } = context;
  const { updateItemId: itemId, step } = session;
  if (itemId === null || step.at !== "credentials") throw supersededFault();
  const [itemAccount] = await store.items.accounts(itemId);
  if (!itemAccount?.verification) throw supersededFault();
  const connector = directory.connectorOf(step.institutionId);
  const isMatch = await connector.matchesDeposits(itemAccount.key, listCents(fields));
  const { verification, refusal } = afterAmounts(itemAccount.verification, isMatch, clock());
  const accountVerification: AccountVerification = {
    itemId,
    accountId: itemAccount.account.account_id,
    verification,
    expected: itemAccount.verification,
  };
  if (refusal) {
    const isLate = verification.status === "verification_expired";
    return { refusal: new Fault(refusal, isLate ? TOO_LATE : {}), verified: accountVerification };
  }
  const item = await renewableItem(itemId, context);
  const { connection, move } = await endUpdate(
    context,
    step.institutionId,
    itemId,
    [{ ...itemAccount, verification }],
    item.consentExpiresAt,
  );
  const isStatusChange = verification.status !== itemAccount.verification.status;
  const jobs = isStatusChange
    ? verificationWebhooks(context, item, accountVerification.accountId, verification)
    : [];
  return connectionAnswer({
    connection,
    move: { ...move, accountVerification, jobs: [...(move.jobs ?? []), ...jobs] },
  });
};

const TOO_LATE = {
  message: "the amounts were not entered in time; the account has to be linked again",
};
