import { boughtIn, cardMonth } from "./card-month.ts";
import type { Household } from "./household.ts";
import { investedAfter } from "./investments.ts";
import { loanIn } from "./loans.ts";
import { floatAfter, mainMonth } from "./main-month.ts";
import type { Movement } from "./movement.ts";
import { potIn } from "./savings-pots.ts";
import { BUSINESS_SHOPS, householdShops } from "./shops.ts";

/** Everything that a month brings on all of a household's accounts; months are counted from the year 0. */
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

/** What each account holds, or what is owed on it, when a month ends, in cents; by the account's name. */
export const heldAfter = (household: Household, month: number): Map<string, number> => {
  const { main, second, pots, cards, loans, investments } = household;
  return new Map([
    ...[main, ...(second ? [second] : [])].map((float): [string, number] => [
      float.name,
      floatAfter(household, float, month),
    ]),
    ...pots.map((pot): [string, number] => [pot.name, potIn(pot, month).holds]),
    ...cards.map((card): [string, number] => [
      card.name,
      card.carried + boughtIn(household, card, month),
    ]),
    ...loans.map((loan): [string, number] => [loan.name, loanIn(loan, month).owed]),
    ...investments.map((investment): [string, number] => [
      investment.name,
      investedAfter(household, investment, month),
    ]),
  ]);
};
