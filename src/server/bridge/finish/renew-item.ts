import { openState } from "../../domain/connectors/connector-state.ts";
import { isSameCustomer } from "../../domain/connectors/same-customer.ts";
import { Fault } from "../../domain/fault.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { PURPOSES } from "../../domain/institutions/purposes.ts";
import { numbersWebhooks } from "../../domain/items/account-numbers.ts";
import { jobsForEvent } from "../../domain/items/apply-item-event.ts";
import type { Item, ItemAccount, ShareableAccount } from "../../domain/items/item.ts";
import { renewableItem } from "../../domain/items/renewable-item.ts";
import { hasOtherIban, renewedAccounts } from "../../domain/items/renewed-accounts.ts";
import { accountRevocationJobs } from "../../domain/items/revoke-accounts.ts";
import { consentEnd, consentRecord, reconfirmableUntil } from "../../domain/link/consent.ts";
import type { Consent, ItemRenewal, LinkSession } from "../../domain/link/link-session.ts";
import { withLearnedIds } from "../../domain/link/linked-before.ts";
import type { NewLogin } from "../../domain/link/login.ts";
import { consentedProducts, productPlan } from "../../domain/link/product-plan.ts";
import { extraInvestmentsJob } from "../../domain/transactions/investments/investment-jobs.ts";
import { addedAccountsPullJob, extraPullJob } from "../../domain/transactions/transaction-jobs.ts";
import { verificationJobs } from "../../domain/verification/verification-webhooks.ts";
import type { BridgeContext } from "../endpoint.ts";
import { contactOf } from "./connect-item.ts";
import { endUpdate, type LinkResult } from "./link-result.ts";

/** Ends an update-mode session with a new login for its Item. The accounts stay the same. */
export const renewItem = async (
  context: BridgeContext,
  login: NewLogin,
  bankAccounts: Parameters<typeof renewedAccounts>[1],
): Promise<LinkResult> => {
  const existing = await context.store.items.accounts(login.itemId);
  const accounts = renewedAccounts(existing, bankAccounts, context.clock());
  if (accounts.length === 0 || hasOtherIban(existing, bankAccounts))
    throw new Fault("INVALID_UPDATED_USERNAME");
  await requireSameCustomer(context, login);
  const renewedById = new Map(accounts.map((account) => [account.account.account_id, account]));
  const all = existing.map((account) => renewedById.get(account.account.account_id) ?? account);
  return renewalOutcome(context, login, { existing, accounts, all });
};

/**
 * Ends an update-mode session with a new login and the user's new choice of accounts. The Item's
 * other accounts are revoked.
 */
export const renewWithChoice = async (
  context: BridgeContext,
  login: NewLogin,
  choice: readonly ShareableAccount[],
  offeredKeys: readonly string[],
): Promise<LinkResult> => {
  const { store } = context;
  const { itemId } = login;
  await requireSameCustomer(context, login);
  const item = await renewableItem(itemId, context);
  const existing = await store.items.accounts(itemId);
  const accounts = choice.map((account) => ({ itemId, ...account }));
  const has = (id: string) => existing.some(({ account }) => account.account_id === id);
  const isAdding = accounts.some(({ account }) => !has(account.account_id));
  const feed = isAdding ? await store.transactions.feed(itemId) : null;
  const outcome = await renewalOutcome(context, login, {
    existing,
    accounts,
    all: accounts,
    choice: {
      offeredKeys,
      revocationJobs: (accountIds) => accountRevocationJobs(context, item, accountIds),
    },
  });
  // A separate job id, since the job of the Item's first history may still be stored.
  const jobs = feed ? [addedAccountsPullJob(context, item)] : [];
  return { ...outcome, move: { ...outcome.move, jobs: [...(outcome.move.jobs ?? []), ...jobs] } };
};

type Renewal = {
  existing: readonly ItemAccount[];
  /** The login's accounts. */
  accounts: ItemAccount[];
  /** The Item's accounts after the renewal. */
  all: readonly ItemAccount[];
  choice?: NonNullable<ItemRenewal["choice"]>;
};

async function renewalOutcome(
  context: BridgeContext,
  login: NewLogin,
  { existing, accounts: renewed, all, choice }: Renewal,
): Promise<LinkResult> {
  const { session, directory, clock } = context;
  const accounts = await withLearnedIds(context, session, {
    ...{ institutionId: login.institutionId, existing, renewed },
  });
  const { itemId, institutionId, sealedLogin, sealedState, consentExpiresAt: word } = login;
  const before = await renewableItem(itemId, context);
  const consent = consentRecord(session, itemId, directory.get(institutionId), context);
  // A login without a grant leaves the consent unchanged, unless the institution reports a change.
  const isGrant = sealedState !== null && PURPOSES[directory.get(institutionId).purpose].isGrant;
  const consentExpiresAt =
    consent || isGrant || word !== null ? consentEnd(consent, word) : before.consentExpiresAt;
  const { connection, move } = await endUpdate(
    context,
    institutionId,
    itemId,
    all,
    consentExpiresAt,
  );
  const stateRevision = await revisionBefore(context, login);
  // Some banks list a whole history only for minutes after a sign-in.
  const isCut = ((await context.store.transactions.feed(itemId))?.historyRetryAt ?? null) !== null;
  const loggedInAt = clock();
  const after = {
    ...{ ...before, error: null, consentEnd: null, loggedInAt, consentExpiresAt },
    ...(consent && {
      reconfirmableUntil: reconfirmableUntil(consent, word, directory.get(institutionId), context),
    }),
  };
  return {
    connection,
    move: {
      ...move,
      itemRenewal: {
        ...{ itemId, sealedLogin, sealedState, accounts, loggedInAt },
        ...(stateRevision !== null && { stateRevision }),
        ...(choice && { choice }),
        ...agreedProducts(session, directory.get(institutionId), consent),
        consentExpiresAt: after.consentExpiresAt,
        ...(consent && { reconfirmableUntil: after.reconfirmableUntil }),
        contact: contactOf(context, session.config),
      },
      jobs: [
        ...(move.jobs ?? []),
        ...jobsForEvent(context, before, "LOGIN_RENEWED", after),
        ...(stateRevision !== null || isCut ? pullJobs(context, before, all) : []),
        ...numbersWebhooks(context, before, existing, accounts),
        ...accounts.flatMap((account) => verificationJobs(context, account)),
      ],
      ...(consent && { consentRecord: consent, consent: null }),
    },
  };
}

/** The jobs that read new data after a sign-in or a file. */
const pullJobs = (context: BridgeContext, item: Item, accounts: readonly ItemAccount[]) => [
  extraPullJob(context, item),
  ...(accounts.some(({ account }) => account.type === "investment")
    ? [extraInvestmentsJob(context, item)]
    : []),
];

/**
 * Returns the revision of the stored state that a new state is based on; null if the new state may
 * replace any. Throws INVALID_FILE if the stored state has changed since and has another file's
 * rows.
 */
async function revisionBefore(
  { directory, store, vault }: BridgeContext,
  { itemId, institutionId, sealedState }: NewLogin,
): Promise<number | null> {
  const { files } = directory.connectorOf(institutionId);
  if (!files || sealedState === null) return null;
  const stored = await store.connectorStates.byItemId(itemId);
  if (!stored) return null;
  const [before, next] = [stored, { sealed: sealedState }].map((state) =>
    openState({ vault }, itemId, state),
  );
  if (before !== undefined && next !== undefined && files.isSuccessor(before, next))
    return stored.revision;
  throw new Fault("INVALID_FILE", {
    message: "another file was added meanwhile; add this one again",
  });
}

function agreedProducts(
  { config }: LinkSession,
  institution: CatalogueInstitution,
  consent: Consent | null,
): Pick<ItemRenewal, "consentedProducts"> {
  if (!consent && !config.additionalConsented) return {};
  return {
    consentedProducts: consent?.scope ?? consentedProducts(productPlan(config, institution)),
  };
}

/**
 * Throws INVALID_UPDATED_USERNAME if the institution names another customer than the Item's, since
 * account ids may repeat between customers.
 */
export async function requireSameCustomer(context: BridgeContext, login: NewLogin): Promise<void> {
  if (!(await isSameCustomer(context, { ...login, loginId: login.itemId })))
    throw new Fault("INVALID_UPDATED_USERNAME");
}
