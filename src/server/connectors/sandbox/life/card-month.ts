import { firstDayOf } from "../../../domain/calendar.ts";
import { subscriptionStory } from "./bill-story.ts";
import { type Bill, billIn } from "./bills.ts";
import { abroad, returned } from "./extras.ts";
import type { Card, Household } from "./household.ts";
import { booked, type Movement, story } from "./movement.ts";
import { purchasesFor, type Till } from "./purchases.ts";
import type { ShopKind } from "./shops.ts";

/** What is bought with a card in a month, in cents; all of it is booked before the month ends. */
export const boughtIn = (household: Household, card: Card, month: number): number =>
  Math.round((card.spending * household.draw(card.name, "spending", month).whole(80, 118)) / 100);

/** What is paid off a card in a month: what was bought in the one before, and the interest. */
export const paidIn = (household: Household, card: Card, month: number): number =>
  boughtIn(household, card, month - 1) + card.interest;

/** Everything that a month brings on a card but the payment, which comes from the main account. */
export const cardMonth = (
  household: Household,
  card: Card,
  month: number,
  shops: readonly ShopKind[],
): Movement[] => {
  const till: Till = { household, account: card.name, month, about: `card ${card.name}` };
  const [isFirst, first] = [household.cards[0] === card, firstDayOf(month)];
  const total = boughtIn(household, card, month);
  const subscribed = isFirst ? household.subscriptions.filter(fitsIn(total * 0.35)) : [];
  const subscriptions = subscribed.map((bill) =>
    booked(
      `subscription ${bill.payee} ${month}`,
      { account: card.name, cents: billIn(bill, month), day: first + bill.dayOfMonth - 1 },
      subscriptionStory(bill),
    ),
  );
  const foreign = household.cards.at(-1) === card ? abroad(till, total * 0.5) : [];
  const fixed = [...subscriptions, ...foreign].reduce((sum, { cents }) => sum + cents, 0);
  const interest = story({
    name: "Interest charged",
    categoryId: "18001000",
    code: "interest",
    statement: "INTEREST CHARGE ON PURCHASES",
  });
  return [
    ...subscriptions,
    ...foreign,
    ...returned(till),
    ...purchasesFor(total - fixed, shops, till),
    booked(
      `interest ${card.name} ${month}`,
      { account: card.name, cents: card.interest, day: first + 17 },
      interest,
    ),
  ];
};

/** Keeps what comes to no more than so much together. */
function fitsIn(most: number): (one: Bill) => boolean {
  let sum = 0;
  return ({ cents }) => {
    const fits = sum + cents <= most;
    if (fits) sum += cents;
    return fits;
  };
}
