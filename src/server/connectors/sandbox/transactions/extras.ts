import { firstDayOf } from "../../../domain/calendar.ts";
import { type Movement, postedMovement } from "./movement.ts";
import { bookingDay } from "./paydays.ts";
import { priceScale, shopStory, type Till } from "./purchases.ts";
import { drawPrice, householdShops, type ShopKind } from "./shops.ts";
import { bankWords, writeStatement } from "./words.ts";

/** How many months in a hundred have a refund on an account. */
const REFUNDS_PERCENT = 30;

/** A purchase and its refund in the same month, which cancel out. */
export const purchaseAndRefund = (till: Till): Movement[] => {
  const { household, account, month, about } = till;
  const random = household.draw(about, "returned", month);
  if (!random.chance(REFUNDS_PERCENT)) return [];
  const kind = returnable(household.country);
  const words = shopStory(till, kind, random);
  const cents = drawPrice(kind, random, priceScale(household));
  const isAmerican = household.country === "US";
  const date = random.whole(1, 12);
  const day = bookingDay(month, date, isAmerican);
  const refundDay = bookingDay(
    month,
    day - firstDayOf(month) + 1 + random.whole(5, 11),
    isAmerican,
  );
  const key = `${about} returned ${month}`;
  const statement = writeStatement(
    bankWords(household.country).refund,
    words.name,
    household.draw(account, "card").digits(4),
  );
  return [
    postedMovement(key, { account, cents, day }, words),
    postedMovement(
      `${key} refund`,
      { account, cents: -cents, day: refundDay },
      { ...words, statement },
    ),
  ];
};

/** The online shop that takes purchases back. */
export const returnable = (country: Till["household"]["country"]): ShopKind => {
  const clothes = householdShops(country).find(({ categoryId }) => categoryId === "22001000");
  if (!clothes) throw new Error("household-shops.tsv has no clothes");
  return { ...clothes, channel: "online" };
};
