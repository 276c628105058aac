import { dayAt } from "../../../domain/calendar.ts";
import type { Household } from "./household.ts";
import { householdShops } from "./household-shops.ts";
import type { Movement } from "./movement.ts";
import { shopStory } from "./purchases.ts";

/**
 * Purchases in the minutes before each look at the account, booked a day or two later; `looks` are in ms
 * since 1970.
 */
export const purchasesBeforeLooks = (
  household: Household,
  looks: readonly number[],
): Movement[] => {
  const { main, country, unit } = household;
  const shops = householdShops(country).filter(({ cents }) => cents[0] < 1000);
  const [first, ...others] = shops;
  if (!first) return [];
  return looks.flatMap((look, at) => {
    // Several looks at one moment find different purchases.
    const nth = looks.slice(0, at).filter((earlier) => earlier === look).length;
    const random = household.draw("look", look, nth);
    return Array.from({ length: random.whole(1, 3) }, (_, number): Movement => {
      const kind = random.pick([first, ...others]);
      return {
        key: `look ${look} ${nth} ${number}`,
        account: main.name,
        cents: random.whole(kind.cents[0], kind.cents[0] * 3) * unit,
        day: dayAt(look) + random.whole(1, 2),
        story: shopStory({ household, account: main.name, about: "main" }, kind, random),
        seenAt: Math.floor(look / 60_000) - number,
        isDropped: false,
        abroad: null,
      };
    });
  });
};
