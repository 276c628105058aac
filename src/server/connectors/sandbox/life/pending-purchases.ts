import { dayAt } from "../../../domain/calendar.ts";
import type { Household } from "./household.ts";
import type { Movement } from "./movement.ts";
import { shopStory } from "./purchases.ts";
import { householdShops } from "./shops.ts";

/**
 * What somebody has bought in the minutes before each look at their account; `looks` are the moments of
 * the looks, in ms since 1970. It is booked a day or two later.
 */
export const boughtBefore = (household: Household, looks: readonly number[]): Movement[] => {
  const { main, country, unit } = household;
  const shops = householdShops(country).filter(({ cents }) => cents[0] < 1000);
  const [first, ...others] = shops;
  if (!first) return [];
  return looks.flatMap((look, at) => {
    // Several looks at one moment each find something else.
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
