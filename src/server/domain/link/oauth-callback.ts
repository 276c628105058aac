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

/** The result of a callback: the next step of the login, or its refusal. */
const InstitutionCallback = z.union([
  z.strictObject({
    refusal: z.enum(Object.keys(ERRORS) as ErrorCode[]),
    /** The institution's own words, in place of the general ones. */
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

/** The refusal of a login whose user is back, and its words if they differ from the general ones. */
export type CallbackFailure = {
  refusal: ErrorCode;
  words?: { message: string; display?: string | undefined } | undefined;
};

/** A refusal of the institution as it is kept until the frame asks for it. */
export const toCallbackFailure = ({ code, body }: Fault): CallbackFailure => {
  const { error_message: message, display_message: display } = body;
  const general = linkError(code);
  const isGeneral = message === general.error_message && display === general.display_message;
  return isGeneral
    ? { refusal: code }
    : { refusal: code, words: { message, ...(display !== null && { display }) } };
};

/**
 * Returns the next step of a login after its callback, which may be another redirect, with the state for that. Throws USER_INPUT_TIMEOUT
 * and the institution's refusal as a Fault.
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

/** Returns the next step of a login that the user has approved, or that the approval is pending. Throws a refusal as a Fault. */
export const pollApproval = async (services: LinkDeps, step: AtApproval) => {
  const connector = services.directory.connectorOf(step.institutionId);
  if (!connector.approval)
    throw new Error("the connector requests approvals, but cannot poll them");
  const credentials = openCredentials(services, step);
  return connector.approval.poll(step.institutionId, credentials, openProgress(services, step));
};

/** Returns the step of a session after its callback; the result is sealed until the frame claims it. */
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

/** Opens the result of a callback; throws if it is a refusal. */
export const openCallback = (services: LinkDeps, step: CallbackStep): LoginStep | ApprovalStep => {
  const result = unseal(services, step);
  if ("refusal" in result) throw new Fault(result.refusal, result.words);
  // JSON has no undefined: an absent field is left out.
  return result as LoginStep | ApprovalStep;
};

/** Returns the connector state of the login in a callback's result; null for none. */
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
