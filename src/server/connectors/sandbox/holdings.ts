import type { Owner } from "../../../protocol/owner.ts";
import { dayAt, dayOf, monthOf } from "../../domain/calendar.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import type { BankAccount } from "../../domain/connectors/connector.ts";
import { accountKey, bankAccounts } from "./accounts/bank-accounts.ts";
import { region } from "./accounts/region.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import type { ConnectorState } from "./connector-state.ts";
import { customHoldings } from "./custom/custom-holdings.ts";
import { householdOf } from "./life/household.ts";
import { writtenMovements } from "./life/manual-transactions.ts";
import { movementsIn } from "./life/month.ts";
import type { Movement } from "./life/movement.ts";
import { ownersOf } from "./life/owners.ts";
import { boughtBefore } from "./life/pending-purchases.ts";
import { changeAt } from "./life/standing-balances.ts";
import { tell } from "./life/to-bank-transaction.ts";
import type { Login } from "./login.ts";

/** What a login leads to at a moment. */
export type Holdings = {
  accounts(): BankAccount[];
  transactions(period: Period): BankTransaction[];
  owners(): { key: string; owners: Owner[] }[];
};

/** What a login leads to at an institution, with what was done by hand beside. */
export const holdingsOf = (
  bank: SandboxInstitution,
  login: Login,
  connectorState: ConnectorState,
  now: number,
): Holdings =>
  "written" in login.holds
    ? customHoldings(bank, login.person, login.holds.written, connectorState, now)
    : livedHoldings(bank, login.person, login.holds.like, connectorState, now);

function livedHoldings(
  bank: SandboxInstitution,
  person: string,
  like: Extract<Login["holds"], { like: unknown }>["like"],
  connectorState: ConnectorState,
  now: number,
): Holdings {
  const { country } = bank.clearing;
  const { currency, accounts } = region(country);
  const keyed = accounts[like].map((plan) => ({
    ...plan,
    key: accountKey(bank, person, plan.name),
  }));
  const household = householdOf(bank, person, like);
  const byHand = keyed.flatMap(({ key, name }) =>
    writtenMovements(
      name,
      connectorState.written.filter(({ accountKey: at }) => at === key),
    ),
  );
  const beside = [...byHand, ...boughtBefore(household, connectorState.looks)];
  return {
    accounts: () =>
      bankAccounts(bank, person, like, { now, beside: beside.flatMap(changeAt(now)) }),
    transactions: (period) => {
      const keys = new Map(keyed.map(({ name, key }) => [name, key]));
      return [...livedIn(period, now, (month) => movementsIn(household, month)), ...beside]
        .flatMap((movement) =>
          tell(movement, { accountKey: keys.get(movement.account) ?? "", currency, now }),
        )
        .filter(({ date }) => isWithin(period, date));
    },
    owners: () => keyed.map((plan) => ({ key: plan.key, owners: ownersOf(person, country, plan) })),
  };
}

/** The movements of all the months that a period touches, up to now. */
function livedIn(
  { from, to }: Period,
  now: number,
  movements: (month: number) => Movement[],
): Movement[] {
  const first = monthOf(dayOf(from));
  const last = monthOf(Math.min(dayOf(to), dayAt(now)));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).flatMap(
    movements,
  );
}

/** Whether a date, YYYY-MM-DD, is in a period. */
export const isWithin = ({ from, to }: Period, date: string): boolean => from <= date && date <= to;
