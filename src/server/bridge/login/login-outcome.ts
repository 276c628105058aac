import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { LoginResponse } from "../../../protocol/link/bridge.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import { addRevocation } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import { PURPOSES } from "../../domain/institutions/purposes.ts";
import type { Item, ShareableAccount } from "../../domain/items/item.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import { afterLogin } from "../../domain/link/attempt-guard.ts";
import { duplicateItem } from "../../domain/link/duplicate-item.ts";
import { type LinkedAccount, linkedBefore } from "../../domain/link/linked-before.ts";
import type { LoginResult, NewLogin } from "../../domain/link/login.ts";
import { offeredChallenge } from "../../domain/link/one-time-codes.ts";
import { productPlan, requiredProducts } from "../../domain/link/product-plan.ts";
import { hasAllAuthFeatures, isAccountWanted } from "../../domain/link/session-products.ts";
import type { AtChallenge } from "../../domain/link/session-step.ts";
import {
  knownAccounts,
  type ShareableAccounts,
  shareableAccountsOf,
  updateAccounts,
} from "../../domain/link/shareable-accounts.ts";
import { decideMatch } from "../../domain/transactions/decide-match.ts";
import type { BridgeContext, Outcome } from "../endpoint.ts";
import { connectItem } from "../finish/connect-item.ts";
import type { LinkResult } from "../finish/link-result.ts";
import { renewItem, renewWithChoice, requireSameCustomer } from "../finish/renew-item.ts";
import { sealAccounts, toSelection } from "../finish/sealed-accounts.ts";
import { approvalText } from "../oauth/await-callback.ts";

/**
 * Decides the next step of a login. A failure after the institution has granted access revokes the
 * access.
 */
export const loginOutcome = async (
  context: BridgeContext,
  result: LoginResult,
): Promise<Outcome<LoginResponse>> => {
  const granted = result.at === "accounts" && result.sealedState !== null ? result : null;
  try {
    const outcome = await nextStep(context, result);
    // The session has stored the access that preceded a callback, and may have advanced with it.
    return granted && context.session.step.at !== "returned" ? { ...outcome, granted } : outcome;
  } catch (failure) {
    // The session keeps the access of a callback for a retry.
    const isKept = context.session.step.at === "returned" && context.isStoreFailure(failure);
    if (granted && !isKept) await addRevocation(context, granted);
    throw failure;
  }
};

async function nextStep(
  context: BridgeContext,
  result: LoginResult,
): Promise<Outcome<LoginResponse>> {
  const guard = afterLogin(context.session.guard);
  switch (result.at) {
    case "mfa":
      return {
        answer: challengeAnswer(context, result),
        move: { step: result, guard },
      };
    case "redirect": {
      const { startUrl, redirect, step } = result;
      const expires_at = new Date(redirect.expiresAt).toISOString();
      return {
        answer: { ...EMPTY, redirect: { url: startUrl, expires_at } },
        move: { step, redirect, guard },
      };
    }
    case "approval":
      return {
        answer: { ...EMPTY, approval: approvalText(context, result.step) },
        move: { step: result.step, guard },
      };
    case "accounts":
      return withNote(await endLogin(context, result), result.note);
  }
}

type FinishedLogin = Extract<LoginResult, { at: "accounts" }> & {
  /** The login's accounts that the user has linked by another Item. */
  linked: ReadonlyMap<BankAccount, LinkedAccount>;
};
type LoginEnd = (
  context: BridgeContext,
  login: FinishedLogin,
  duplicate: Item | null,
) => Promise<Outcome<LoginResponse>>;

/**
 * The ends of a login, by the question that the user still has to answer. New Items and updates
 * have their own ends.
 */
const LOGIN_ENDS = {
  new: {
    none: async (context, login) => {
      const { accounts, keys } = offerOf(context, login);
      return connectionAnswer(await connectItem(context, login, accounts, keys));
    },
    accounts: async (context, login) =>
      selectionAnswer(context, login, offerOf(context, login), null),
    duplicate: async (context, login, duplicate) =>
      selectionAnswer(context, login, offerOf(context, login), duplicate),
  },
  update: {
    none: async (context, login) =>
      connectionAnswer(await renewItem(context, login, login.accounts)),
    added: async (context, login) => {
      const { accounts, keys, shared } = await loadUpdateOffer(context, login);
      const isChosen = ({ account, key }: ShareableAccount) =>
        shared?.includes(account.account_id) || login.addedKeys.includes(key);
      await storeMatchAnswers(context, login);
      return connectionAnswer(
        await renewWithChoice(context, login, accounts.filter(isChosen), keys),
      );
    },
    accounts: async (context, login) => {
      await requireSameCustomer(context, login);
      return selectionAnswer(context, login, await loadUpdateOffer(context, login), null);
    },
  },
} satisfies Record<"new" | "update", Record<string, LoginEnd>>;

async function endLogin(
  context: BridgeContext,
  result: Extract<LoginResult, { at: "accounts" }>,
): Promise<Outcome<LoginResponse>> {
  const { session, directory } = context;
  const linked = await linkedBefore(context, session, result, session.updateItemId);
  const login = { ...result, linked };
  const { purpose } = directory.get(login.institutionId);
  const { accounts, mayBeDuplicate } = PURPOSES[purpose];
  if (session.updateItemId !== null) {
    if (accounts.update === "added") return LOGIN_ENDS.update.added(context, login);
    const mayChoose = accounts.update === "chosen" && (await isChoiceEnabled(context));
    return LOGIN_ENDS.update[mayChoose ? "accounts" : "none"](context, login);
  }
  const duplicate = mayBeDuplicate ? await duplicateItem(context, session, login) : null;
  const mayChoose = accounts.new === "chosen" && session.config.accountSelection !== "disabled";
  // Even without a choice of accounts, the user is warned before an account is linked twice.
  const isTold = [...linked.values()].some((account) => account.isTold);
  const isAsked = mayChoose || (accounts.new === "chosen" && isTold);
  const question = duplicate ? "duplicate" : isAsked ? "accounts" : "none";
  return LOGIN_ENDS.new[question](context, login, duplicate);
}

/**
 * Stores the user's decisions on possible matches, each with its audit entry. A match that is no
 * longer open is ignored.
 */
async function storeMatchAnswers(
  context: BridgeContext,
  { itemId, matchAnswers }: FinishedLogin,
): Promise<void> {
  if (matchAnswers.length === 0) return;
  const item = await renewableItem(itemId, context);
  for (const answer of matchAnswers)
    await context.store
      .transact(async (store) => {
        await decideMatch({ ...context, store }, item, answer);
        const { transactionId: transaction_id, beforeId: before_id, decision } = answer;
        await store.audit.append({
          at: context.clock(),
          actor: { kind: "user", name: `link ${itemId}` },
          action: "connection.decide_match",
          subject: itemId,
          details: { transaction_id, before_id, decision },
        });
      })
      .catch((failure: unknown) => {
        if (!(failure instanceof Fault) || failure.code !== "INVALID_FIELD") throw failure;
      });
}

/** Returns the accounts that an updated Item may have. */
async function loadUpdateOffer(
  context: BridgeContext,
  { itemId, accounts, linked }: FinishedLogin,
): Promise<ShareableAccounts> {
  const { config } = context.session;
  const item = await renewableItem(itemId, context);
  const features = hasAllAuthFeatures(config);
  const { accountFilters: filters } = config;
  return updateAccounts(context, item, accounts, features, {
    linked,
    ...(filters && { filters }),
  });
}

/** Returns the accounts that a new Item may have; throws without any. */
function offerOf(
  context: BridgeContext,
  { institutionId, accounts, linked }: FinishedLogin,
): ShareableAccounts {
  const { config, step, clientId } = context.session;
  const features = hasAllAuthFeatures(config);
  const wanted = accounts.filter((account) => isAccountWanted(config.accountFilters, account));
  if (wanted.length === 0 && accounts.length > 0)
    throw new Fault("NO_ACCOUNTS", {
      message: "the login has no account of the types and subtypes in account_filters",
      display: FORM_WORDS[config.language].otherAccounts(config.clientName),
    });
  const plan = productPlan(config, context.directory.get(institutionId));
  const products = requiredProducts(plan, wanted, features);
  const keys = accounts.map(({ key }) => key);
  const isChosen = step.at === "returned" && step.stateDigest !== null;
  const known = knownAccounts(context, { clientId, institutionId }, accounts, linked);
  return { ...shareableAccountsOf(context, wanted, products, features, known), keys, isChosen };
}

/** Returns the response with a challenge. */
export const challengeAnswer = (
  services: Pick<BridgeContext, "clock" | "vault">,
  step: AtChallenge,
) => ({
  ...EMPTY,
  challenge: offeredChallenge(services, step),
});

/** Whether users choose their accounts again in update mode. */
async function isChoiceEnabled({ session, store }: BridgeContext): Promise<boolean> {
  if (session.linkTokenDigest === null) return false;
  const linkToken = await store.linkTokens.byDigest(session.linkTokenDigest);
  return linkToken?.details.accountSelectionEnabled === true;
}

/** Returns the outcome of a login that leads to a choice. */
function selectionAnswer(
  context: BridgeContext,
  { institutionId, itemId, sealedLogin, sealedState, consentExpiresAt }: NewLogin,
  offer: ShareableAccounts,
  duplicate: Item | null,
): Outcome<LoginResponse> {
  const sealedOffer = sealAccounts(context, itemId, offer);
  return {
    answer: { ...EMPTY, selection: toSelection(context, offer, duplicate) },
    move: {
      step: {
        at: "accounts",
        institutionId,
        itemId,
        sealedLogin,
        sealedState,
        consentExpiresAt,
        sealedOffer,
        duplicate: duplicate && { itemId: duplicate.itemId, createdAt: duplicate.createdAt },
      },
      guard: afterLogin(context.session.guard),
    },
  };
}

const EMPTY: LoginResponse = {
  challenge: null,
  selection: null,
  connection: null,
  redirect: null,
  approval: null,
};

/** Adds a sentence for the user to a login's next step. */
function withNote(outcome: Outcome<LoginResponse>, note: string | null): Outcome<LoginResponse> {
  if (note === null || !("answer" in outcome)) return outcome;
  const { answer } = outcome;
  const { selection, connection } = answer;
  return {
    ...outcome,
    answer: {
      ...answer,
      selection: selection && { ...selection, note },
      connection: connection && { ...connection, note },
    },
  };
}

/** Returns the outcome of a login that ends the session. */
export const connectionAnswer = ({ connection, move }: LinkResult): Outcome<LoginResponse> => ({
  answer: { ...EMPTY, connection },
  move,
});
