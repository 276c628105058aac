import type { Balances } from "../../../../protocol/account.ts";
import type { BankAccount } from "../../../domain/connectors/connector.ts";
import { accountKey, hasNumbers } from "../accounts/bank-accounts.ts";
import { region } from "../accounts/region.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import type { Change } from "../life/standing-balances.ts";
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
  bank: SandboxInstitution,
  person: string,
  written: readonly CustomAccount[],
  changes: readonly Change[],
): BankAccount[] => {
  const { institution, clearing } = bank;
  const { currency } = region(clearing.country);
  return written.map((account, at) => {
    const { type, subtype, meta = {} } = account;
    const drawn = (...about: string[]) => seededRandom(institution.institutionId, person, ...about);
    const place = placeOf(at);
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
      key: accountKey(bank, person, place),
      name,
      official_name: meta.official_name ?? `${institution.name} ${name}`,
      mask: meta.mask ?? shownNumber(numbers)?.slice(-4) ?? own.mask,
      type,
      subtype,
      balances: balances(
        account,
        currency,
        drawn(place, "balances"),
        changes.filter((change) => change.account === place),
      ),
      numbers,
    };
  });
};

/** What an account is drawn by: where it stands in the list, from 0. */
export const placeOf = (at: number): string => `account ${at}`;

/** The number that a statement names the account by. */
function shownNumber({ ach, eft, bacs, international }: BankAccount["numbers"]) {
  return ach?.account ?? eft?.account ?? bacs?.account ?? international?.iban;
}

function balances(
  account: CustomAccount,
  ownCurrency: string,
  random: Random,
  changes: readonly Change[],
): Balances {
  const { type, subtype, starting_balance, currency, meta } = account;
  const sum = (standing: Change["standing"]) =>
    changes.reduce((all, one) => all + (one.standing === standing ? one.cents : 0), 0) / 100;
  const starting = starting_balance ?? random.whole(10_000, 1_000_000) / 100;
  const isDebt = type === "credit" || type === "loan";
  const current = cents(starting + sum("booked") * (isDebt ? 1 : -1));
  const limit = meta?.limit ?? null;
  return {
    available: available(),
    current,
    limit,
    iso_currency_code: currency ?? ownCurrency,
    unofficial_currency_code: null,
  };

  function available(): number | null {
    if (type === "credit") return limit === null ? null : cents(limit - current - sum("pending"));
    return type === "depository" && subtype !== "cd" ? cents(current - sum("pending")) : null;
  }
}

/** A difference of two amounts, without what binary fractions add to it. */
function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
