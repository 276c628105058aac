import type { Owner } from "../../../../protocol/owner.ts";
import { accountKey } from "../accounts/bank-accounts.ts";
import { region } from "../accounts/region.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import type { ConnectorState } from "../connector-state.ts";
import { type Holdings, isWithin } from "../holdings.ts";
import { writtenMovements } from "../life/manual-transactions.ts";
import { ownersOf } from "../life/owners.ts";
import { type Change, changeAt } from "../life/standing-balances.ts";
import { tell } from "../life/to-bank-transaction.ts";
import type { CustomAccount } from "./custom-account.ts";
import { customAccounts, placeOf } from "./custom-accounts.ts";

/** What is written for `user_custom`, as it stands at a moment, with what was added by hand since. */
export const customHoldings = (
  bank: SandboxInstitution,
  person: string,
  written: readonly CustomAccount[],
  connectorState: ConnectorState,
  now: number,
): Holdings => {
  const { country } = bank.clearing;
  const kept = written.map((account, at) => {
    const [place, key] = [placeOf(at), accountKey(bank, person, placeOf(at))];
    const currency = account.currency ?? region(country).currency;
    const own = (account.transactions ?? []).map((one) => ({
      dateTransacted: one.date_transacted,
      datePosted: one.date_posted,
      amount: one.amount,
      description: one.description,
      currency: one.currency ?? currency,
    }));
    const added = connectorState.written.filter(({ accountKey: of }) => of === key);
    const transactions = [...own, ...added];
    const movements = writtenMovements(place, transactions).map((movement, nth) => ({
      movement,
      currency: transactions[nth]?.currency ?? currency,
    }));
    return { account, place, key, currency, movements };
  });
  const changes = (): Change[] =>
    kept.flatMap(({ movements, currency }) =>
      movements
        // What is in another currency says nothing about what this account holds.
        .filter((one) => one.currency === currency)
        .flatMap(({ movement }) => changeAt(now)(movement)),
    );
  return {
    accounts: () => customAccounts(bank, person, written, changes()),
    transactions: (period) =>
      kept
        .flatMap(({ key, movements }) =>
          movements.flatMap(({ movement, currency }) =>
            tell(movement, { accountKey: key, currency, now }),
          ),
        )
        .filter(({ date }) => isWithin(period, date)),
    owners: () =>
      kept.map(({ account, key }) => ({
        key,
        owners: account.identity
          ? [customOwner(account.identity)]
          : ownersOf(person, country, account),
      })),
  };
};

function customOwner(identity: NonNullable<CustomAccount["identity"]>): Owner {
  const { names = [], phone_numbers = [], emails = [], addresses = [] } = identity;
  return {
    names,
    phone_numbers,
    emails,
    addresses: addresses.map(({ data, primary }) => ({
      data: { ...NO_ADDRESS, ...data },
      primary,
    })),
  };
}

const NO_ADDRESS = { street: null, city: null, region: null, postal_code: null, country: null };
