import { firstDayOf } from "../../../domain/calendar.ts";
import { type Bill, billIn, subscriptionStory } from "./bills.ts";
import { foreignPurchase, purchaseAndRefund } from "./extras.ts";
import type { Card, Household } from "./household.ts";
import { type Movement, postedMovement, story } from "./movement.ts";
import { purchasesFor, type Till } from "./purchases.ts";
import type { ShopKind } from "./shops.ts";

/** The spending on a card in a month, in cents; all of it is booked before the month ends. */
export const cardSpendingIn = (household: Household, card: Card, month: number): number =>
  Math.round((card.spending * household.draw(card.name, "spending", month).whole(80, 118)) / 100);

/** The payment of a card in a month: the spending of the month before, and the interest. */
export const cardPaymentIn = (household: Household, card: Card, month: number): number =>
  cardSpendingIn(household, card, month - 1) + card.interest;

/** The movements of a month on a card, without its payment, which comes from the main account. */
export const cardMonth = (
  household: Household,
  card: Card,
  month: number,
  shops: readonly ShopKind[],
): Movement[] => {
  const till: Till = { household, account: card.name, month, about: `card ${card.name}` };
  const [isFirst, first] = [household.cards[0] === card, firstDayOf(month)];
  const total = cardSpendingIn(household, card, month);
  const bills = isFirst ? household.subscriptions.filter(withinTotal(total * 0.35)) : [];
  const subscriptions = bills.map((bill) =>
    postedMovement(
      `subscription ${bill.payee} ${month}`,
      { account: card.name, cents: billIn(bill, month), day: first + bill.dayOfMonth - 1 },
      subscriptionStory(bill),
    ),
  );
  const foreign = household.cards.at(-1) === card ? foreignPurchase(till, total * 0.5) : [];
  const fixedTotal = [...subscriptions, ...foreign].reduce((sum, { cents }) => sum + cents, 0);
  const interest = story({
    name: "Interest charged",
    categoryId: "18001000",
    code: "interest",
    statement: "INTEREST CHARGE ON PURCHASES",
  });
  return [
    ...subscriptions,
    ...foreign,
    ...purchaseAndRefund(till),
    ...purchasesFor(total - fixedTotal, shops, till),
    postedMovement(
      `interest ${card.name} ${month}`,
      { account: card.name, cents: card.interest, day: first + 17 },
      interest,
    ),
  ];
};

/** A filter that keeps bills up to a total. */
function withinTotal(max: number): (one: Bill) => boolean {
  let sum = 0;
  return ({ cents }) => {
    const fits = sum + cents <= max;
    if (fits) sum += cents;
    return fits;
  };
}
