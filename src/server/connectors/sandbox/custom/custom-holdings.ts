import type { Owner } from "../../../../protocol/account.ts";
import type { AccountNumbers } from "../../../../protocol/numbers.ts";
import {
  bicFrom,
  type Currency,
  currencyCodes,
  ibanFrom,
  type Lines,
  ownLine,
  ownLines,
} from "../../../domain/bank-values.ts";
import type {
  BankAccount,
  BankBalances,
  BankNumbers,
} from "../../../domain/connectors/bank-account.ts";
import { accountKey, hasNumbers } from "../accounts/bank-accounts.ts";
import { region } from "../accounts/region.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import type { ConnectorState } from "../connector-state.ts";
import { type Holdings, isWithin } from "../holdings.ts";
import { cashInvestments } from "../investments/bank-investments.ts";
import { bankNumbers, drawAccountNumbers } from "../numbers/account-numbers.ts";
import { iban } from "../numbers/iban.ts";
import { type Random, seededRandom } from "../random.ts";
import { type BalanceChange, changesAt } from "../transactions/balances.ts";
import { manualMovements, toBankTransactions } from "../transactions/bank-transactions.ts";
import { listOwners } from "../transactions/people.ts";
import { type CustomAccount, type CustomNumbers, invalidCustomUser } from "./custom-user.ts";

/** The holdings of `user_custom` at a moment, with manual transactions. */
export const customHoldings = (
  bank: SandboxInstitution,
  person: string,
  accounts: readonly CustomAccount[],
  connectorState: ConnectorState,
  now: number,
): Holdings => {
  const { country } = bank.routingScheme;
  const customs = accounts.map((account, at) => {
    const [place, key] = [accountLabel(at), accountKey(bank, person, accountLabel(at))];
    const currency = account.currency ?? region(country).currency;
    const own = (account.transactions ?? []).map((transaction) => ({
      dateTransacted: transaction.date_transacted,
      datePosted: transaction.date_posted,
      amount: transaction.amount,
      description: transaction.description,
      currency: transaction.currency ?? currency,
    }));
    const manual = connectorState.written.filter(({ accountKey: of }) => of === key);
    const transactions = [...own, ...manual];
    const movements = manualMovements(place, transactions).map((movement, nth) => ({
      movement,
      currency: transactions[nth]?.currency ?? currency,
    }));
    return { account, place, key, currency, movements };
  });
  const changes = (): BalanceChange[] =>
    customs.flatMap(({ movements, currency }) =>
      movements
        // A transaction in another currency does not change the balance of this account.
        .filter((movement) => movement.currency === currency)
        .flatMap(({ movement }) => changesAt(now)(movement)),
    );
  return {
    accounts: () => customAccounts(bank, person, accounts, changes()),
    investments: () => cashInvestments(customAccounts(bank, person, accounts, changes())),
    transactions: (period) =>
      customs
        .flatMap(({ key, movements }) =>
          movements.flatMap(({ movement, currency }) =>
            toBankTransactions(movement, { accountKey: key, currency, now }),
          ),
        )
        .filter(({ date }) => isWithin(period, date)),
    owners: () =>
      customs.map(({ account, key }) => ({
        key,
        owners: account.identity
          ? [customOwner(account.identity)]
          : listOwners(person, country, account),
      })),
  };
};

function customOwner(identity: NonNullable<CustomAccount["identity"]>): Lines<Owner> {
  const { names = [], phone_numbers = [], emails = [], addresses = [] } = identity;
  return ownLines({
    names,
    phone_numbers,
    emails,
    addresses: addresses.map(({ data, primary }) => ({
      data: { ...NO_ADDRESS, ...data },
      primary,
    })),
  });
}

const NO_ADDRESS = { street: null, city: null, region: null, postal_code: null, country: null };

/**
 * The accounts of `user_custom` at an institution. Missing fields are drawn from the person and the
 * account's position. INVALID_CREDENTIALS for an unsuitable number.
 */
const customAccounts = (
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
    const numbers = bankNumbers(withNumbers(own.numbers, account.numbers ?? {}));
    const name = meta.name ?? `${subtype.charAt(0).toUpperCase()}${subtype.slice(1)}`;
    return {
      key: accountKey(bank, person, place),
      name: ownLine(name),
      official_name: ownLine(meta.official_name ?? `${institution.name} ${name}`),
      mask: ownLine(meta.mask ?? mainNumber(numbers)?.slice(-4) ?? own.mask),
      type,
      subtype,
      holder_category: "personal",
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
function mainNumber({ ach, eft, bacs, international }: BankNumbers) {
  return ach?.account ?? eft?.account ?? bacs?.account ?? international?.iban;
}

function balances(
  account: CustomAccount,
  ownCurrency: Currency,
  random: Random,
  changes: readonly BalanceChange[],
): BankBalances {
  const { type, subtype, starting_balance, currency, meta } = account;
  const sum = (status: BalanceChange["status"]) =>
    changes.reduce((all, change) => all + (change.status === status ? change.cents : 0), 0) / 100;
  const starting = starting_balance ?? random.whole(10_000, 1_000_000) / 100;
  const isDebt = type === "credit" || type === "loan";
  const current = roundToCents(starting + sum("booked") * (isDebt ? 1 : -1));
  const limit = meta?.limit ?? null;
  return {
    available: available(),
    current,
    limit,
    ...currencyCodes(currency ?? ownCurrency),
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

/** The fields of each network's numbers, and their formats. */
const FORMATS: {
  [N in keyof AccountNumbers]-?: { [F in keyof CustomNumbers]: (number: string) => boolean };
} = {
  ach: { account: digits(4, 17), ach_routing: digits(9), ach_wire_routing: digits(9) },
  eft: { account: digits(7, 12), eft_institution: digits(3), eft_branch: digits(5) },
  international: {
    international_iban: (number) => ibanFrom(number) === number,
    international_bic: (number) => bicFrom(number) !== null,
  },
  bacs: { account: digits(8), bacs_sort_code: digits(6) },
};

function digits(min: number, max = min): (number: string) => boolean {
  const form = new RegExp(`^\\d{${min},${max}}$`);
  return (number) => form.test(number);
}

/** The problems of overrides of an account's numbers, as sentences about fields. */
const problemsWith = (overrides: CustomNumbers, own: AccountNumbers): string[] => {
  const networks = Object.keys(own) as (keyof AccountNumbers)[];
  const formats = new Map(networks.flatMap((network) => Object.entries(FORMATS[network])));
  return Object.entries(overrides).flatMap(([field, number]) => {
    const format = formats.get(field);
    if (!format) return `${field} is not a number that this account has`;
    return format(number) ? [] : `${field} does not have the form of such a number`;
  });
};

/** An account's numbers with overrides. */
const withNumbers = (
  { ach, eft, international, bacs }: AccountNumbers,
  overrides: CustomNumbers,
): AccountNumbers => {
  const numbers: AccountNumbers = {};
  if (ach)
    numbers.ach = {
      account: overrides.account ?? ach.account,
      routing: overrides.ach_routing ?? ach.routing,
      wire_routing: overrides.ach_wire_routing ?? ach.wire_routing,
    };
  if (eft)
    numbers.eft = {
      account: overrides.account ?? eft.account,
      institution: overrides.eft_institution ?? eft.institution,
      branch: overrides.eft_branch ?? eft.branch,
    };
  if (bacs)
    numbers.bacs = {
      account: overrides.account ?? bacs.account,
      sort_code: overrides.bacs_sort_code ?? bacs.sort_code,
    };
  if (international) {
    const bic = overrides.international_bic ?? international.bic;
    // A British IBAN consists of the other numbers, and must stay consistent with them.
    const own = numbers.bacs
      ? iban("GB", `${bic.slice(0, 4)}${numbers.bacs.sort_code}${numbers.bacs.account}`)
      : international.iban;
    numbers.international = { iban: overrides.international_iban ?? own, bic };
  }
  return numbers;
};
