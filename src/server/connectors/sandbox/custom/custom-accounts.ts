import type { Balances } from "../../../../protocol/account.ts";
import type { BankAccount } from "../../../domain/connectors/bank-account.ts";
import { accountKey, hasNumbers } from "../accounts/bank-accounts.ts";
import { region } from "../accounts/region.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import { drawAccountNumbers } from "../numbers/account-numbers.ts";
import { type Random, seededRandom } from "../random.ts";
import type { BalanceChange } from "../transactions/balances.ts";
import type { CustomAccount } from "./custom-account.ts";
import { problemsWith, withNumbers } from "./custom-numbers.ts";
import { invalidCustomUser } from "./custom-user.ts";

/**
 * The accounts of `user_custom` at an institution. Fields that are left out are drawn from the person
 * and the account's place in the list. INVALID_CREDENTIALS when a number does not fit.
 */
export const customAccounts = (
  bank: SandboxInstitution,
  person: string,
  customs: readonly CustomAccount[],
  changes: readonly BalanceChange[],
): BankAccount[] => {
  const { institution, routingScheme } = bank;
  const { currency } = region(routingScheme.country);
  return customs.map((account, at) => {
    const { type, subtype, meta = {} } = account;
    const random = (...about: string[]) =>
      seededRandom(institution.institutionId, person, ...about);
    const place = accountLabel(at);
    const own = hasNumbers(account)
      ? drawAccountNumbers(routingScheme, random("branch"), random(place, "numbers"))
      : { numbers: {}, mask: random(place, "numbers").digits(4) };
    const problems = problemsWith(account.numbers ?? {}, own.numbers);
    if (problems.length > 0)
      throw invalidCustomUser(
        problems.map((problem) => `override_accounts[${at}].numbers.${problem}`),
      );
    const numbers = withNumbers(own.numbers, account.numbers ?? {});
    const name = meta.name ?? `${subtype.charAt(0).toUpperCase()}${subtype.slice(1)}`;
    return {
      key: accountKey(bank, person, place),
      name,
      official_name: meta.official_name ?? `${institution.name} ${name}`,
      mask: meta.mask ?? mainNumber(numbers)?.slice(-4) ?? own.mask,
      type,
      subtype,
      balances: balances(
        account,
        currency,
        random(place, "balances"),
        changes.filter((change) => change.account === place),
      ),
      numbers,
    };
  });
};

/** The seed of an account: its index in the list. */
export const accountLabel = (at: number): string => `account ${at}`;

/** The number that identifies the account on a statement. */
function mainNumber({ ach, eft, bacs, international }: BankAccount["numbers"]) {
  return ach?.account ?? eft?.account ?? bacs?.account ?? international?.iban;
}

function balances(
  account: CustomAccount,
  ownCurrency: string,
  random: Random,
  changes: readonly BalanceChange[],
): Balances {
  const { type, subtype, starting_balance, currency, meta } = account;
  const sum = (status: BalanceChange["status"]) =>
    changes.reduce((all, one) => all + (one.status === status ? one.cents : 0), 0) / 100;
  const starting = starting_balance ?? random.whole(10_000, 1_000_000) / 100;
  const isDebt = type === "credit" || type === "loan";
  const current = roundToCents(starting + sum("booked") * (isDebt ? 1 : -1));
  const limit = meta?.limit ?? null;
  return {
    available: available(),
    current,
    limit,
    iso_currency_code: currency ?? ownCurrency,
    unofficial_currency_code: null,
  };

  function available(): number | null {
    if (type === "credit")
      return limit === null ? null : roundToCents(limit - current - sum("pending"));
    return type === "depository" && subtype !== "cd"
      ? roundToCents(current - sum("pending"))
      : null;
  }
}

/** Rounds a sum to whole cents, against errors of binary fractions. */
function roundToCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
