import { cardMonth, cardSpendingIn } from "./card-month.ts";
import type { Household } from "./household.ts";
import { householdShops } from "./household-shops.ts";
import { investmentValueAfter } from "./investments.ts";
import { loanMonthOf } from "./loans.ts";
import { floatAfter, mainMonth } from "./main-month.ts";
import type { Movement } from "./movement.ts";
import { potMonthOf } from "./savings-pots.ts";
import { BUSINESS_SHOPS } from "./shops.ts";

/** The movements of a month on all of a household's accounts; months are counted from the year 0. */
export const movementsIn = (household: Household, month: number): Movement[] => {
  const { isBusiness, cards, country } = household;
  const shops = isBusiness ? BUSINESS_SHOPS : householdShops(country);
  const byCard = shops.filter((kind) => kind.byCard);
  const notByCard = cards.length > 0 ? shops.filter((kind) => !kind.byCard) : shops;
  return [
    ...mainMonth(household, month, notByCard),
    ...cards.flatMap((card) => cardMonth(household, card, month, byCard)),
  ];
};

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
