import { type Bill, raisedUntil, subscriptionsIn } from "./bills.ts";
import { purchaseAndRefund } from "./extras.ts";
import type { Card, Household } from "./household.ts";
import { foreignOrder, journeyIn } from "./journey.ts";
import { type Movement, postedMovement, story } from "./movement.ts";
import { bookingDay } from "./paydays.ts";
import { purchasesFor, type Till } from "./purchases.ts";
import type { ShopKind } from "./shops.ts";
import { bankWords } from "./words.ts";

/** A month's spending on a card, in cents, all booked before the month's end. */
export const cardSpendingIn = (household: Household, card: Card, month: number): number =>
  Math.round((card.spending * household.draw(card.name, "spending", month).whole(80, 118)) / 100);

/** A month's payment of a card: the previous month's spending, and the interest. */
export const cardPaymentIn = (household: Household, card: Card, month: number): number =>
  cardSpendingIn(household, card, month - 1) + card.interest;

/** A month's movements on a card, without its payment, which comes from the main account. */
export const cardMonth = (
  household: Household,
  card: Card,
  month: number,
  shops: readonly [ShopKind, ...ShopKind[]],
): Movement[] => {
  const { country } = household;
  const away = journeyIn(household, month);
  const till: Till = { household, account: card.name, month, about: `card ${card.name}`, away };
  const isAmerican = country === "US";
  const total = cardSpendingIn(household, card, month);
  const isFirst = household.cards[0] === card;
  const bills = isFirst ? household.subscriptions.filter(withinTotal(card.spending * 0.45)) : [];
  const subscriptions = subscriptionsIn(bills, month, household, {
    account: card.name,
    words: CARD_STATEMENT,
  });
  const foreign = household.cards.at(-1) === card ? foreignOrder(till, total * 0.3) : [];
  const fixedTotal = [...subscriptions, ...foreign].reduce((sum, { cents }) => sum + cents, 0);
  const words = bankWords(country)["interest charged"];
  const interest = story({
    name: words,
    categoryId: "18001000",
    code: "interest",
    statement: isAmerican ? "INTEREST CHARGE ON PURCHASES" : words.toUpperCase(),
  });
  return [
    ...subscriptions,
    ...foreign,
    ...purchaseAndRefund(till),
    ...purchasesFor(total - fixedTotal, shops, till),
    postedMovement(
      `interest ${card.name} ${month}`,
      { account: card.name, cents: card.interest, day: bookingDay(month, 18, isAmerican) },
      interest,
    ),
  ];
};

/** A card's statement names only the other party. */
const CARD_STATEMENT = "*";

/** A filter that keeps bills up to a total, including their later raises. */
function withinTotal(max: number): (bill: Bill) => boolean {
  let sum = 0;
  return ({ cents, raise }) => {
    const most = raisedUntil(Number.POSITIVE_INFINITY, raise) + cents;
    const fits = sum + most <= max;
    if (fits) sum += most;
    return fits;
  };
}
