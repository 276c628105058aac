import { isDeepStrictEqual } from "node:util";
import type { LoginAccount } from "../connectors/bank-account.ts";
import { startVerification } from "../verification/verification.ts";
import type { ItemAccount } from "./item.ts";

/**
 * Returns an Item's accounts after a new login, under their existing ids. Accounts missing from the
 * login are left out. New accounts are not added.
 */
export const renewedAccounts = (
  existing: readonly ItemAccount[],
  bankAccounts: readonly LoginAccount[],
  now: number,
): ItemAccount[] =>
  existing.flatMap((itemAccount) => {
    const match = matchOf(itemAccount, bankAccounts);
    return match ? renewedAccount(itemAccount, match, now) : [];
  });

/**
 * Returns the institution's account that matches an Item's account: by its key, unless its IBAN has
 * changed; or by IBAN and currency, since a new consent may change keys. Null for no match, and for
 * several.
 */
function matchOf<Login extends LoginAccount>(
  itemAccount: ItemAccount,
  bankAccounts: readonly Login[],
): Login | null {
  const iban = toIban(itemAccount.numbers);
  const byKey = bankAccounts.find((bankAccount) => isSameAccount(itemAccount, bankAccount));
  const other = byKey && toIban(byKey.numbers);
  if (byKey && (iban === undefined || other === undefined || other === iban)) return byKey;
  if (iban === undefined) return null;
  const { iso_currency_code } = itemAccount.account.balances;
  const [match, ...more] = bankAccounts.filter(
    ({ numbers, balances }) =>
      toIban(numbers) === iban && balances.iso_currency_code === iso_currency_code,
  );
  return match && more.length === 0 ? match : null;
}

/**
 * Returns the Item's account that each of the institution's accounts matches by `matchOf`; the
 * first of several.
 */
export function matchesOf<Login extends LoginAccount>(
  existing: readonly ItemAccount[],
  bankAccounts: readonly Login[],
): ReadonlyMap<Login, ItemAccount> {
  const matches = new Map<Login, ItemAccount>();
  for (const itemAccount of existing) {
    const match = matchOf(itemAccount, bankAccounts);
    if (match && !matches.has(match)) matches.set(match, itemAccount);
  }
  return matches;
}

/**
 * Whether an institution's account is an Item's: by its key, or by its numbers if it was linked
 * before keys were stored.
 */
function isSameAccount(itemAccount: ItemAccount, bankAccount: LoginAccount): boolean {
  if (itemAccount.key !== "") return itemAccount.key === bankAccount.key;
  if (Object.keys(itemAccount.numbers).length > 0)
    return isDeepStrictEqual(itemAccount.numbers, bankAccount.numbers);
  const { mask, name, type, subtype } = itemAccount.account;
  return isDeepStrictEqual(
    { mask, name, type, subtype },
    {
      mask: bankAccount.mask,
      name: bankAccount.name,
      type: bankAccount.type,
      subtype: bankAccount.subtype,
    },
  );
}

/**
 * Whether a login's account has the key of an Item's account but another IBAN, and no account has
 * the Item's IBAN. Banks that count keys per consent give another person's accounts the same keys.
 */
export const hasOtherIban = (
  existing: readonly Pick<ItemAccount, "key" | "numbers">[],
  bankAccounts: readonly Pick<LoginAccount, "key" | "numbers">[],
): boolean => {
  const ibans = new Map(bankAccounts.map(({ key, numbers }) => [key, toIban(numbers)]));
  return existing.some(({ key, numbers }) => {
    const [before, now] = [toIban(numbers), ibans.get(key)];
    const isElsewhere = bankAccounts.some((account) => toIban(account.numbers) === before);
    return (
      key !== "" && before !== undefined && now !== undefined && before !== now && !isElsewhere
    );
  });
};

const toIban = ({ international }: ItemAccount["numbers"]): string | undefined =>
  international?.iban;

/** Returns an Item's account after a new login, under its existing id. */
export function renewedAccount(
  itemAccount: ItemAccount,
  bankAccount: LoginAccount,
  now: number,
): ItemAccount {
  const { key, numbers, statedNumbers: _, microDeposits, ...rest } = bankAccount;
  const { account_id, persistent_account_id } = itemAccount.account;
  return {
    itemId: itemAccount.itemId,
    account: { account_id, ...rest, ...(persistent_account_id && { persistent_account_id }) },
    numbers,
    key,
    verification: microDeposits
      ? (itemAccount.verification ?? startVerification(microDeposits, now))
      : null,
  };
}
