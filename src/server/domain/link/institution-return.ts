import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { StoredCredentials } from "../../../protocol/bridge.ts";
import { ERRORS, type ErrorCode } from "../../../protocol/errors.ts";
import { Challenge } from "../../../protocol/login-form.ts";
import { AccountNumbers } from "../../../protocol/numbers.ts";
import type { LoginStep } from "../connectors/connector.ts";
import { openCredentials } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import type { Services } from "../services.ts";
import { openProgress } from "./login-progress.ts";
import type { AtApproval, AtRedirect, SessionStep } from "./session-step.ts";

type ReturnStep = Extract<SessionStep, { at: "returned" }>;

/** What an institution adds to the address that it sends the user back to. */
export type ReturnParameters = Readonly<Record<string, string>>;

const BankAccount = Account.omit({ account_id: true, persistent_account_id: true }).extend({
  key: z.string(),
  numbers: AccountNumbers,
  microDeposits: z.enum(["automatic", "manual"]).optional(),
});

/** What a user came back with: the next step of the login, or what refused it. */
const InstitutionReturn = z.union([
  z.strictObject({ refusal: z.enum(Object.keys(ERRORS) as ErrorCode[]) }),
  z.strictObject({
    at: z.literal("accounts"),
    accounts: z.array(BankAccount),
    connectorState: z.string().optional(),
    credentials: StoredCredentials.optional(),
    consentExpiresAt: z.number().nullable().optional(),
  }),
  z.strictObject({ at: z.literal("challenge"), challenge: Challenge, progress: z.string() }),
]);

/** The next step of a login whose user is back. Throws USER_INPUT_TIMEOUT and the institution's refusal as a Fault. */
export const loginAfterReturn = async (
  services: Services,
  step: AtRedirect,
  parameters: ReturnParameters,
  returnPath: string,
): Promise<LoginStep> => {
  if (services.clock() >= step.expiresAt) throw new Fault("USER_INPUT_TIMEOUT");
  const connector = services.directory.connectorOf(step.institutionId);
  if (!connector.finishRedirect)
    throw new Error("the connector redirects, but cannot finish a redirect");
  return connector.finishRedirect(
    step.institutionId,
    openCredentials(services, step),
    openProgress(services, step),
    parameters,
    returnPath,
  );
};

/** The next step of a login that the user has approved, or that the approval is pending. Throws a refusal as a Fault. */
export const pollApproval = async (services: Services, step: AtApproval) => {
  const connector = services.directory.connectorOf(step.institutionId);
  if (!connector.pollApproval)
    throw new Error("the connector requests approvals, but cannot poll them");
  const credentials = openCredentials(services, step);
  return connector.pollApproval(step.institutionId, credentials, openProgress(services, step));
};

/** The step of a session whose user is back; what the institution answered is sealed until it is asked for. */
export const stepAfterReturn = (
  { vault }: Services,
  step: AtRedirect | AtApproval,
  result: LoginStep | { refusal: ErrorCode },
): ReturnStep => {
  const { institutionId, itemId, sealedLogin } = step;
  const isRedirect = step.at === "redirect";
  return {
    at: "returned",
    institutionId,
    itemId,
    sealedLogin,
    stateDigest: isRedirect ? step.stateDigest : null,
    sealedReturn: vault.seal(purposeOf(itemId), JSON.stringify(result)),
    released: !isRedirect || step.via !== "redirect",
    ...(isRedirect && step.reauthenticate && { reauthenticate: true }),
  };
};

/** Opens what a user came back with. Throws the refusal, where it is one. */
export const openReturn = (services: Services, step: ReturnStep): LoginStep => {
  const result = unseal(services, step);
  if ("refusal" in result) throw new Fault(result.refusal);
  // JSON has no undefined: what is not there is left out.
  return result as LoginStep;
};

/** The connector state of the login that a user came back with; null for none. */
export const connectorStateOfReturn = (
  services: Pick<Services, "vault">,
  step: Pick<ReturnStep, "itemId" | "sealedReturn">,
): string | null => {
  const result = unseal(services, step);
  return ("connectorState" in result && result.connectorState) || null;
};

const unseal = (
  { vault }: Pick<Services, "vault">,
  { itemId, sealedReturn }: Pick<ReturnStep, "itemId" | "sealedReturn">,
) => InstitutionReturn.parse(JSON.parse(vault.open(purposeOf(itemId), sealedReturn)));

const purposeOf = (itemId: string): string => `institution-return:${itemId}`;
