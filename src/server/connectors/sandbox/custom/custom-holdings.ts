import type { Owner } from "../../../../protocol/owner.ts";
import { accountKey } from "../accounts/bank-accounts.ts";
import { region } from "../accounts/region.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import type { ConnectorState } from "../connector-state.ts";
import { type Holdings, isWithin } from "../holdings.ts";
import { type BalanceChange, changesAt } from "../transactions/balances.ts";
import { manualMovements, toBankTransactions } from "../transactions/bank-transactions.ts";
import { ownersOf } from "../transactions/people.ts";
import { accountLabel, customAccounts } from "./custom-accounts.ts";
import type { CustomAccount } from "./custom-user.ts";

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
    const own = (account.transactions ?? []).map((one) => ({
      dateTransacted: one.date_transacted,
      datePosted: one.date_posted,
      amount: one.amount,
      description: one.description,
      currency: one.currency ?? currency,
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
        .filter((one) => one.currency === currency)
        .flatMap(({ movement }) => changesAt(now)(movement)),
    );
  return {
    accounts: () => customAccounts(bank, person, accounts, changes()),
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
