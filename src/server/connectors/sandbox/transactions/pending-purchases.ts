import { dayAt } from "../../../domain/calendar.ts";
import type { Household } from "./household.ts";
import { householdShops } from "./household-shops.ts";
import type { Movement } from "./movement.ts";
import { billBeforeTip, shopStory } from "./purchases.ts";

/** The ways in which the purchases before a look are booked: each look finds one of each. */
const BOOKINGS = [
  { keepsId: true, hasTip: true },
  { keepsId: false, hasTip: false },
  { keepsId: false, hasTip: true },
] as const;

/**
 * Purchases in the minutes before each look at the account, booked when it is looked at again, and after
 * two days at the latest; `looks` are in ms since 1970. A second look thus finds new transactions,
 * some modified and some removed.
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
    const nextLook = looks[at + 1];
    const purchases = BOOKINGS.map(({ keepsId, hasTip }, number): Movement => {
      const kind = random.pick([first, ...others]);
      const cents = random.whole(kind.cents[0], kind.cents[0] * 3) * unit;
      const day = dayAt(look) + random.whole(1, 2);
      return {
        key: `look ${look} ${nth} ${number}`,
        account: main.name,
        cents,
        day: nextLook === undefined ? day : Math.min(day, dayAt(nextLook)),
        story: shopStory({ household, account: main.name, about: "main" }, kind, random),
        seenAt: Math.floor(look / 60_000) - number,
        isDropped: false,
        authorized: hasTip ? { currency: null, cents: billBeforeTip(cents) } : null,
        keepsId,
      };
    });
    const [purchase] = purchases;
    if (!purchase || !random.chance(40)) return purchases;
    return [...purchases, { ...purchase, key: `${purchase.key} reserved`, isDropped: true }];
  });
};
