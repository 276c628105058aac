import { dayAt, monthOf } from "../../../domain/calendar.ts";
import { accountKey, bankAccountOf } from "../accounts/bank-accounts.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import type { ConnectorState } from "../connector-state.ts";
import { type Holdings, isWithin, movementsInPeriod } from "../holdings.ts";
import { balancesFrom, changesAt } from "../transactions/balances.ts";
import { manualMovements } from "../transactions/manual-transactions.ts";
import { ownersOf } from "../transactions/owners.ts";
import { fullName, ownerOf } from "../transactions/people.ts";
import { toBankTransactions } from "../transactions/to-bank-transaction.ts";
import { borrowerOf } from "./borrower.ts";
import { borrowerBalancesAfter, borrowerMovementsIn } from "./borrower-month.ts";
import type { BorrowerUser } from "./borrower-users.ts";

/** The holdings of a borrower at a moment, with manual transactions. */
export const borrowerHoldings = (
  bank: SandboxInstitution,
  user: BorrowerUser,
  connectorState: ConnectorState,
  now: number,
): Holdings => {
  const borrower = borrowerOf(bank, user, user);
  const { plans, currency, country, card, home, traits } = borrower;
  const keys = new Map(plans.map(({ name }) => [name, accountKey(bank, user, name)]));
  const manual = plans.flatMap(({ name }) =>
    manualMovements(
      name,
      connectorState.written.filter(({ accountKey: key }) => key === keys.get(name)),
    ),
  );
  const month = monthOf(dayAt(now));
  return {
    accounts: () => {
      const balances = balancesFrom(
        {
          startBalances: borrowerBalancesAfter(borrower, month - 1),
          changes: [...borrowerMovementsIn(borrower, month), ...manual].flatMap(changesAt(now)),
          limits: new Map(card ? [[card.name, card.limit]] : []),
          currency,
        },
        plans,
      );
      return plans.flatMap((plan) => {
        const balance = balances.get(plan.name);
        return balance ? [bankAccountOf(bank, user, plan, balance)] : [];
      });
    },
    transactions: (period) =>
      [...movementsInPeriod(period, now, (at) => borrowerMovementsIn(borrower, at)), ...manual]
        .flatMap((movement) =>
          toBankTransactions(movement, {
            accountKey: keys.get(movement.account) ?? "",
            currency,
            now,
          }),
        )
        .filter(({ date }) => isWithin(period, date)),
    owners: () =>
      plans.map((plan) => {
        const owners = ownersOf(user, country, plan);
        const isPartnerOwner = owners.some(({ names }) => names.includes(fullName(home.partner)));
        return {
          key: keys.get(plan.name) ?? "",
          owners:
            traits.isJoint && plan.type === "depository" && !isPartnerOwner
              ? [...owners, ownerOf(home.partner, [home.place])]
              : owners,
        };
      }),
  };
};
