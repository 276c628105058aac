import { isDeepStrictEqual } from "node:util";
import type { AuthMethod } from "../../../protocol/item.ts";
import type { Numbers } from "../../../protocol/numbers.ts";
import type { NewJob } from "../jobs/job.ts";
import { numbersOfVerification, verificationAt } from "../verification/verification.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item, ItemAccount } from "./item.ts";

/** The accounts' numbers by network; an empty list for a network without numbers. */
export const toNumbers = (accounts: readonly ItemAccount[]): Numbers => {
  const numbers: Numbers = { ach: [], eft: [], international: [], bacs: [] };
  for (const { account, numbers: own } of accounts) {
    const { account_id } = account;
    if (own.ach) numbers.ach.push({ account_id, ...own.ach });
    if (own.eft) numbers.eft.push({ account_id, ...own.eft });
    if (own.international) numbers.international.push({ account_id, ...own.international });
    if (own.bacs) numbers.bacs.push({ account_id, ...own.bacs });
  }
  return numbers;
};

/** The method that found the accounts' numbers; null without numbers. */
export const authMethodOf = (
  accounts: readonly Pick<ItemAccount, "numbers" | "verification">[],
): AuthMethod | null => {
  const methods = accounts
    .filter(({ numbers }) => Object.keys(numbers).length > 0)
    .map(({ verification }): AuthMethod => {
      if (verification === null) return "INSTANT_AUTH";
      return verification.status.includes("automatic")
        ? "AUTOMATED_MICRODEPOSITS"
        : "SAME_DAY_MICRODEPOSITS";
    });
  return methods.find((method) => method === "INSTANT_AUTH") ?? methods[0] ?? null;
};

/**
 * Returns an account with its verification status at `now`. Numbers stay hidden until they are
 * verified.
 */
export const verifiedAccount = (itemAccount: ItemAccount, now: number): ItemAccount => {
  if (itemAccount.verification === null) return itemAccount;
  const verification = verificationAt(itemAccount.verification, now);
  return {
    ...itemAccount,
    account: { ...itemAccount.account, verification_status: verification.status },
    numbers: numbersOfVerification(verification, now) === "ready" ? itemAccount.numbers : {},
    verification,
  };
};

/**
 * Creates the webhooks for the account numbers of a new login: for accounts with first numbers, new
 * accounts, and changed numbers. None if the Item lacks Auth.
 */
export const numbersWebhooks = (
  { webhooks }: Pick<ItemDeps, "webhooks">,
  item: Pick<Item, "itemId" | "clientId" | "webhook" | "products">,
  existing: readonly ItemAccount[],
  renewed: readonly ItemAccount[],
): NewJob[] => {
  if (!item.products.includes("auth")) return [];
  const listIds = (hadNumbers: boolean) =>
    renewed
      .filter(({ account: { account_id }, numbers }) => {
        const previous = existing.find(({ account }) => account.account_id === account_id);
        const numbersBefore = previous?.numbers ?? {};
        if (isDeepStrictEqual(numbersBefore, numbers)) return false;
        return Object.keys(numbersBefore).length > 0 === hadNumbers;
      })
      .map(({ account }) => account.account_id);
  const [newAccountIds, updatedAccountIds] = [listIds(false), listIds(true)];
  if (newAccountIds.length + updatedAccountIds.length === 0) return [];
  return webhooks.forItem(item, {
    name: "AUTH:DEFAULT_UPDATE",
    newAccountIds,
    updatedAccountIds,
  });
};
