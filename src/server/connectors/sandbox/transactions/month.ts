import { cardMonth, cardSpendingIn } from "./card-month.ts";
import type { Household } from "./household.ts";
import { investmentValueAfter } from "./investments.ts";
import { loanMonthOf } from "./loans.ts";
import { floatAfter, mainMonth } from "./main-month.ts";
import type { Movement } from "./movement.ts";
import { potMonthOf } from "./savings-pots.ts";
import { businessShops, householdShops, type ShopKind } from "./shops.ts";

/** The movements of a month on all of a household's accounts; months are counted from the year 0. */
export const movementsIn = (household: Household, month: number): Movement[] => {
  const { isBusiness, cards, country } = household;
  const shops = isBusiness ? businessShops(country) : householdShops(country);
  const byCard = someOf(shops, (kind) => kind.byCard);
  const notByCard = cards.length > 0 ? someOf(shops, (kind) => !kind.byCard) : shops;
  return [
    ...mainMonth(household, month, notByCard),
    ...cards.flatMap((card) => cardMonth(household, card, month, byCard)),
  ];
};

function someOf(
  shops: readonly ShopKind[],
  fits: (kind: ShopKind) => boolean,
): readonly [ShopKind, ...ShopKind[]] {
  const [first, ...others] = shops.filter(fits);
  if (!first) throw new Error("no kind of shop is left");
  return [first, ...others];
}

/** The balance of each account at the end of a month, in cents, by the account's name. */
export const balancesAfter = (household: Household, month: number): Map<string, number> => {
  const { main, second, pots, cards, loans, investments } = household;
  return new Map([
    ...[main, ...(second ? [second] : [])].map((float): [string, number] => [
      float.name,
      floatAfter(household, float, month),
    ]),
    ...pots.map((pot): [string, number] => [pot.name, potMonthOf(pot, month).balance]),
    ...cards.map((card): [string, number] => [
      card.name,
      card.standingDebt + cardSpendingIn(household, card, month),
    ]),
    ...loans.map((loan): [string, number] => [loan.name, loanMonthOf(loan, month).balance]),
    ...investments.map((investment): [string, number] => [
      investment.name,
      investmentValueAfter(household, investment, month),
    ]),
  ]);
};
