import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { ERRORS, type ErrorCode, linkError } from "../../../protocol/errors/errors.ts";
import { StoredCredentials } from "../../../protocol/link/bridge.ts";
import { Challenge } from "../../../protocol/link/login-form.ts";
import { AccountNumbers } from "../../../protocol/numbers.ts";
import type { ApprovalStep, FirstStep, LoginStep } from "../connectors/login-step.ts";
import { openCredentials } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import type { Runtime } from "../runtime.ts";
import type { LinkDeps } from "./deps.ts";
import { redirectUri } from "./oauth-start.ts";
import {
  type AtApproval,
  type AtRedirect,
  openProgress,
  type SessionStep,
} from "./session-step.ts";

type CallbackStep = Extract<SessionStep, { at: "returned" }>;

/** The parameters that an institution adds to the redirect URI. */
export type CallbackParameters = Readonly<Record<string, string>>;

const BankAccount = Account.omit({ account_id: true, persistent_account_id: true }).extend({
  key: z.string(),
  numbers: AccountNumbers,
  statedNumbers: AccountNumbers.optional(),
  microDeposits: z.enum(["automatic", "manual"]).optional(),
});

/** The result of a callback: the login's next step, or its refusal. */
const InstitutionCallback = z.union([
  z.strictObject({
    refusal: z.enum(Object.keys(ERRORS) as ErrorCode[]),
    /** The institution's own words, instead of the general words. */
    words: z.strictObject({ message: z.string(), display: z.string().optional() }).optional(),
  }),
  z.strictObject({
    at: z.literal("accounts"),
    accounts: z.array(BankAccount),
    connectorState: z.string().optional(),
    credentials: StoredCredentials.optional(),
    consentExpiresAt: z.number().nullable().optional(),
  }),
  z.strictObject({
    at: z.literal("challenge"),
    challenge: Challenge,
    progress: z.string(),
    credentials: StoredCredentials.optional(),
    unfinished: z.string().optional(),
  }),
  z.strictObject({
    at: z.literal("approval"),
    progress: z.string(),
    credentials: StoredCredentials.optional(),
    unfinished: z.string().optional(),
    code: z.string().nullable(),
    message: z.string().nullable().optional(),
    lifetimeMs: z.number(),
    intervalMs: z.number(),
  }),
]);

/**
 * A refused login after the user's return, with its words if they differ from the general words.
 */
export type CallbackFailure = {
  refusal: ErrorCode;
  words?: { message: string; display?: string | undefined } | undefined;
};

/** Converts an institution's refusal to the form stored until the frame claims it. */
export const toCallbackFailure = ({ code, body }: Fault): CallbackFailure => {
  const { error_message: message, display_message: display } = body;
  const general = linkError(code);
  const isGeneral = message === general.error_message && display === general.display_message;
  return isGeneral
    ? { refusal: code }
    : { refusal: code, words: { message, ...(display !== null && { display }) } };
};

/**
 * Returns the login's next step after a callback. That may be another redirect, with its state.
 * Throws USER_INPUT_TIMEOUT, or the institution's refusal as a Fault.
 */
export const loginAfterCallback = async (
  services: LinkDeps,
  step: AtRedirect,
  parameters: CallbackParameters,
  returnPath: string,
  state: string,
): Promise<FirstStep> => {
  if (services.clock() >= step.expiresAt) throw new Fault("USER_INPUT_TIMEOUT");
  const connector = services.directory.connectorOf(step.institutionId);
  if (!connector.redirect) throw new Error("the connector redirects, but cannot finish a redirect");
  return connector.redirect.finish(
    step.institutionId,
    openCredentials(services, step),
    openProgress(services, step),
    parameters,
    returnPath,
    { state, redirectUri: redirectUri(services) },
  );
};

/**
 * Returns the login's next step after an approval, or a pending approval. Throws a refusal as a
 * Fault.
 */
export const pollApproval = async (services: LinkDeps, step: AtApproval) => {
  const connector = services.directory.connectorOf(step.institutionId);
  if (!connector.approval)
    throw new Error("the connector requests approvals, but cannot poll them");
  const credentials = openCredentials(services, step);
  return connector.approval.poll(step.institutionId, credentials, openProgress(services, step));
};

/**
 * Returns the session's step after its callback. The result stays sealed until the frame claims it.
 */
export const stepAfterCallback = (
  { vault }: Pick<Runtime, "vault">,
  step: AtRedirect | AtApproval,
  result: LoginStep | ApprovalStep | CallbackFailure,
): CallbackStep => {
  const { institutionId, itemId, sealedLogin } = step;
  const isRedirect = step.at === "redirect";
  return {
    at: "returned",
    institutionId,
    itemId,
    sealedLogin,
    stateDigest: isRedirect ? step.stateDigest : null,
    sealedReturn: vault.seal(sealPurpose(itemId), JSON.stringify(result)),
    claimable: !isRedirect || step.via !== "redirect",
    ...(isRedirect && step.reauthenticate && { reauthenticate: true }),
  };
};

/** Opens the result of a callback; throws a refusal. */
export const openCallback = (services: LinkDeps, step: CallbackStep): LoginStep | ApprovalStep => {
  const result = unseal(services, step);
  if ("refusal" in result) throw new Fault(result.refusal, result.words);
  // JSON has no undefined, so an absent field is left out.
  return result as LoginStep | ApprovalStep;
};

/** Returns the login's connector state in a callback's result, or null. */
export const connectorStateOfCallback = (
  services: Pick<Runtime, "vault">,
  step: Pick<CallbackStep, "itemId" | "sealedReturn">,
): string | null => {
  const result = unseal(services, step);
  return (
    ("connectorState" in result && result.connectorState) ||
    ("unfinished" in result && result.unfinished) ||
    null
  );
};

const unseal = (
  { vault }: Pick<Runtime, "vault">,
  { itemId, sealedReturn }: Pick<CallbackStep, "itemId" | "sealedReturn">,
) => InstitutionCallback.parse(JSON.parse(vault.open(sealPurpose(itemId), sealedReturn)));

const sealPurpose = (itemId: string): string => `institution-return:${itemId}`;
