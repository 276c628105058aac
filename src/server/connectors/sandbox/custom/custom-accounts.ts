import type { Balances } from "../../../../protocol/account.ts";
import type { BankAccount } from "../../../domain/ports.ts";
import { hasNumbers } from "../accounts/bank-accounts.ts";
import { region } from "../accounts/region.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import { drawAccountNumbers } from "../numbers/account-numbers.ts";
import { type Random, seededRandom } from "../random.ts";
import type { CustomAccount } from "./custom-account.ts";
import { problemsWith, withNumbers } from "./custom-numbers.ts";
import { invalidCustomUser } from "./custom-user.ts";

/**
 * The accounts that are written for `user_custom`, at an institution. What is not written is drawn for
 * the person and the account's place in the list. INVALID_CREDENTIALS when a number does not fit.
 */
export const customAccounts = (
  { institution, clearing }: SandboxInstitution,
  person: string,
  written: readonly CustomAccount[],
): BankAccount[] => {
  const { currency } = region(clearing.country);
  return written.map((account, at) => {
    const { type, subtype, meta = {} } = account;
    const drawn = (...about: string[]) => seededRandom(institution.institutionId, person, ...about);
    const place = `account ${at}`;
    const own = hasNumbers(account)
      ? drawAccountNumbers(clearing, drawn("branch"), drawn(place, "numbers"))
      : { numbers: {}, mask: drawn(place, "numbers").digits(4) };
    const problems = problemsWith(account.numbers ?? {}, own.numbers);
    if (problems.length > 0)
      throw invalidCustomUser(
        problems.map((problem) => `override_accounts[${at}].numbers.${problem}`),
      );
    const numbers = withNumbers(own.numbers, account.numbers ?? {});
    const name = meta.name ?? `${subtype.charAt(0).toUpperCase()}${subtype.slice(1)}`;
    return {
      key: drawn(place, "key").digits(20),
      name,
      official_name: meta.official_name ?? `${institution.name} ${name}`,
      mask: meta.mask ?? shownNumber(numbers)?.slice(-4) ?? own.mask,
      type,
      subtype,
      balances: balances(account, currency, drawn(place, "balances")),
      numbers,
    };
  });
};

/** The number that a statement names the account by. */
function shownNumber({ ach, eft, bacs, international }: BankAccount["numbers"]) {
  return ach?.account ?? eft?.account ?? bacs?.account ?? international?.iban;
}

function balances(account: CustomAccount, ownCurrency: string, random: Random): Balances {
  const { type, subtype, starting_balance, currency, meta } = account;
  const current = starting_balance ?? random.whole(10_000, 1_000_000) / 100;
  const limit = meta?.limit ?? null;
  return {
    available: available(),
    current,
    limit,
    iso_currency_code: currency ?? ownCurrency,
    unofficial_currency_code: null,
  };

  function available(): number | null {
    if (type === "credit") return limit === null ? null : cents(limit - current);
    return type === "depository" && subtype !== "cd" ? current : null;
  }
}

/** A difference of two amounts, without what binary fractions add to it. */
function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
