import type { Account, LinkAccount } from "../../protocol/account.ts";
import { SubmitCredentialsRequest } from "../../protocol/bridge.ts";
import type { LinkProduct } from "../../protocol/vocabulary.ts";
import type { InstitutionLogin } from "./bank-transaction.ts";
import { Fault } from "./fault.ts";
import { opaqueId } from "./identifiers.ts";
import type { LoginStep, SessionStep } from "./ports.ts";
import { suits } from "./product.ts";
import type { World } from "./world.ts";

/** Where a login leads: a challenge, or the accounts that fit the products, of the Item it may become. */
export type LoginResult = Extract<SessionStep, { at: "mfa" | "accounts" }>;

/**
 * Logs in at an institution. Throws the institution's refusal as a Fault, and NO_ACCOUNTS when no
 * account behind the login fits the products.
 */
export const logIn = async (
  world: World,
  institutionId: string,
  credentials: Record<string, string>,
  products: readonly LinkProduct[],
): Promise<LoginResult> => {
  const { directory, random, vault } = world;
  const step = await directory.connectorOf(institutionId).start(institutionId, credentials);
  const itemId = opaqueId(random, 37);
  const sealedLogin = vault.seal(loginPurpose(itemId), JSON.stringify(credentials));
  return resultOf(world, step, { institutionId, itemId, sealedLogin }, products);
};

/**
 * Answers the challenge that a login stands at. Throws like `logIn`, and INVALID_MFA, after which the
 * challenge may be answered again.
 */
export const answerChallenge = async (
  world: World,
  { institutionId, itemId, sealedLogin, sealedProgress }: Extract<LoginResult, { at: "mfa" }>,
  answers: readonly string[],
  products: readonly LinkProduct[],
): Promise<LoginResult> => {
  const { directory, vault } = world;
  const credentials = Credentials.parse(JSON.parse(vault.open(loginPurpose(itemId), sealedLogin)));
  const progress = vault.open(progressPurpose(itemId), sealedProgress);
  const connector = directory.connectorOf(institutionId);
  const step = await connector.answer(institutionId, credentials, progress, answers);
  return resultOf(world, step, { institutionId, itemId, sealedLogin }, products);
};

const Credentials = SubmitCredentialsRequest.shape.credentials;

type LoginOfItem = { institutionId: string; itemId: string; sealedLogin: string };

function resultOf(
  { random, vault }: World,
  step: LoginStep,
  login: LoginOfItem,
  products: readonly LinkProduct[],
): LoginResult {
  if (step.at === "challenge") {
    const sealedProgress = vault.seal(progressPurpose(login.itemId), step.progress);
    return { at: "mfa", ...login, challenge: step.challenge, sealedProgress };
  }
  const fitting = step.accounts.filter((account) => suits(account, products));
  if (fitting.length === 0) throw new Fault("NO_ACCOUNTS");
  const offered = fitting.map(({ key, numbers, ...account }) => ({
    key,
    account: { account_id: opaqueId(random, 37), ...account },
    numbers,
  }));
  return { at: "accounts", ...login, offered };
}

/** What opens an Item's accounts at its institution, unsealed. */
export const loginOf = (
  { vault }: World,
  { institutionId, itemId, sealedLogin }: LoginOfItem,
  memory: string | null,
): InstitutionLogin => {
  const credentials = Credentials.parse(JSON.parse(vault.open(loginPurpose(itemId), sealedLogin)));
  return { institutionId, credentials, memory };
};

/** What is sealed of a login opens only under the Item it belongs to, and only as what it is. */
const loginPurpose = (itemId: string): string => `login:${itemId}`;
const progressPurpose = (itemId: string): string => `login-progress:${itemId}`;

/** An account as Link shows it and hands it to `onSuccess`. */
export const linkAccount = ({ account_id, name, mask, type, subtype }: Account): LinkAccount => ({
  id: account_id,
  name,
  mask,
  type,
  subtype,
});
