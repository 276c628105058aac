import { toMonth } from "../../../domain/calendar.ts";
import type { Household, Investment } from "../transactions/household.ts";
import { ORIGIN } from "../transactions/loans.ts";
import { bookingDay, paydaysIn } from "../transactions/paydays.ts";
import {
  MIXES,
  nextTradingDay,
  priceOn,
  type SandboxSecurity,
  splitDay,
  splitFactor,
} from "./securities.ts";

/**
 * An event on an investment account: cash in cents, positive for inflows; quantities in thousandths
 * of a share.
 */
export type PortfolioEvent = {
  key: string;
  day: number;
  kind: "payment in" | "payment out" | "dividend" | "fee" | "buy" | "sell" | "split";
  security: SandboxSecurity | null;
  quantity: number;
  /** In cents a share; 0 for an event without a trade. */
  price: number;
  cash: number;
};

/** A position: thousandths of a share. */
type Position = { security: SandboxSecurity; quantity: number };

/** The cash of an account in cents, and its positions by ticker. */
export type PortfolioState = { cash: number; positions: ReadonlyMap<string, Position> };

type Month = { events: readonly PortfolioEvent[]; end: PortfolioState };

const EMPTY: PortfolioState = { cash: 0, positions: new Map() };

const months = new WeakMap<Household, Map<string, Month[]>>();

/** A month's events on an investment account in order. */
export const portfolioEventsIn = (
  household: Household,
  investment: Investment,
  month: number,
): readonly PortfolioEvent[] => monthOfPortfolio(household, investment, month)?.events ?? [];

/** All events on an investment account up to a day. */
export const readEventsUntil = (
  household: Household,
  investment: Investment,
  day: number,
): PortfolioEvent[] => {
  const count = Math.max(0, toMonth(day) - ORIGIN + 1);
  return Array.from({ length: count }, (_, at) => ORIGIN + at)
    .flatMap((month) => portfolioEventsIn(household, investment, month))
    .filter((event) => event.day <= day);
};

/** The cash and positions of an investment account at a day's end. */
export const portfolioAfter = (
  household: Household,
  investment: Investment,
  day: number,
): PortfolioState => {
  const month = toMonth(day);
  const before = monthOfPortfolio(household, investment, month - 1)?.end ?? EMPTY;
  return portfolioEventsIn(household, investment, month)
    .filter((event) => event.day <= day)
    .reduce(afterEvent, before);
};

/** The value of a portfolio at a day's prices, in cents. */
export const portfolioValue = ({ cash, positions }: PortfolioState, day: number): number =>
  [...positions.values()].reduce((sum, position) => sum + positionValue(position, day), cash);

/** The value of a position or lot at a day's price, in cents. */
export const positionValue = ({ security, quantity }: Position, day: number): number =>
  Math.round((quantity * priceOn(security, day)) / 1000);

/** Each month continues the previous month, back to January 2020; undefined before. */
function monthOfPortfolio(
  household: Household,
  investment: Investment,
  month: number,
): Month | undefined {
  const ofHousehold = months.get(household) ?? new Map<string, Month[]>();
  months.set(household, ofHousehold);
  const known = ofHousehold.get(investment.name) ?? [];
  ofHousehold.set(investment.name, known);
  for (let at = known.length; at <= month - ORIGIN; at++) {
    const before = known[at - 1]?.end ?? EMPTY;
    known.push(nextMonth(household, investment, ORIGIN + at, before));
  }
  return known[month - ORIGIN];
}

function nextMonth(
  household: Household,
  investment: Investment,
  month: number,
  before: PortfolioState,
): Month {
  const isAmerican = household.country === "US";
  const mix = MIXES[investment.subtype] ?? [];
  const reserve = reserveOf(investment);
  const plans: Plan[] = [
    ...paymentsIn(household, investment, month).map(
      ({ day, cents }, at): Plan => [
        day,
        (state) => withBuys(state, mix, { day, cents, reserve, key: `in ${month} ${at}` }),
      ],
    ),
    [splitDay(month), splits],
    ...on(month % 12 === 0, bookingDay(month, 11, isAmerican), (_, day) => [
      { ...PLAIN, key: `fee ${month}`, day, kind: "fee", cash: -feeOf(investment) },
    ]),
    ...on(month % 3 === 2, bookingDay(month, 15, isAmerican), dividends),
    ...on(month % 12 === 5, nextTradingDay(splitDay(month) + 8), sale),
  ];
  const events: PortfolioEvent[] = [];
  let end = before;
  for (const [day, eventsOn] of plans.toSorted(([a], [b]) => a - b)) {
    const more = eventsOn(end, day);
    events.push(...more);
    end = more.reduce(afterEvent, end);
  }
  return { events, end };
}

/** A day, and a function that returns its events from the portfolio before. */
type Plan = readonly [
  day: number,
  eventsOn: (state: PortfolioState, day: number) => PortfolioEvent[],
];

const on = (isDue: boolean, ...plan: Plan): Plan[] => (isDue ? [plan] : []);

/** A payment, and the purchases made with it. */
function withBuys(
  state: PortfolioState,
  mix: (typeof MIXES)[string],
  { day, cents, reserve, key }: { day: number; cents: number; reserve: number; key: string },
): PortfolioEvent[] {
  const payment: PortfolioEvent = { ...PLAIN, key, day, kind: "payment in", cash: cents };
  return [payment, ...buys(mix, state.cash + cents - reserve, day, key)];
}

const PLAIN = { security: null, quantity: 0, price: 0 } as const;

/** The yearly fee of custody. */
const feeOf = ({ base }: Investment): number => Math.round(base * 0.001);

/** The cash that is not invested, for the fee. */
const reserveOf = ({ base }: Investment): number => Math.round(base * 0.002);

/** A month's payments into an account: the initial sum in January 2020, later contributions. */
const paymentsIn = (
  { wages, country }: Pick<Household, "wages" | "country">,
  { by, base, contribution }: Investment,
  month: number,
): { day: number; cents: number }[] => {
  const isAmerican = country === "US";
  const days =
    by === "holder"
      ? [bookingDay(month, 9, isAmerican)]
      : paydaysIn(wages.rhythm, month, isAmerican);
  return [
    ...(month === ORIGIN ? [{ day: bookingDay(month, 2, isAmerican), cents: base }] : []),
    ...days.map((day) => ({ day, cents: contribution })),
  ];
};

/** Purchases by the mix for spare cash. */
function buys(
  mix: (typeof MIXES)[string],
  spare: number,
  day: number,
  key: string,
): PortfolioEvent[] {
  return mix.flatMap(([security, percent]): PortfolioEvent[] => {
    const price = priceOn(security, day);
    const affordable = Math.floor((spare * percent * 10) / price);
    const quantity = affordable - (affordable % security.lot);
    if (quantity <= 0) return [];
    const cash = -Math.round((quantity * price) / 1000);
    return [
      { key: `buy ${security.ticker} ${key}`, day, kind: "buy", security, quantity, price, cash },
    ];
  });
}

/** Doubles the shares of securities that split on a day. */
const splits = ({ positions }: PortfolioState, day: number): PortfolioEvent[] =>
  [...positions.values()].flatMap(({ security, quantity }): PortfolioEvent[] =>
    splitFactor(security, day) > splitFactor(security, day - 1)
      ? [
          {
            key: `split ${security.ticker} ${day}`,
            day,
            kind: "split",
            security,
            quantity,
            price: 0,
            cash: 0,
          },
        ]
      : [],
  );

const dividends = ({ positions }: PortfolioState, day: number): PortfolioEvent[] =>
  [...positions.values()].flatMap((position): PortfolioEvent[] => {
    const { security } = position;
    const cash = Math.round((positionValue(position, day) * security.dividend) / 10_000);
    return cash > 0
      ? [
          {
            ...PLAIN,
            key: `dividend ${security.ticker} ${day}`,
            day,
            kind: "dividend",
            security,
            cash,
          },
        ]
      : [];
  });

/** Sells a twentieth of the most valuable position. */
function sale({ positions }: PortfolioState, day: number): PortfolioEvent[] {
  const [largest] = [...positions.values()].toSorted(
    (a, b) => positionValue(b, day) - positionValue(a, day),
  );
  if (!largest) return [];
  const { security } = largest;
  const part = Math.floor(largest.quantity / 20);
  const quantity = part - (part % security.lot);
  if (quantity <= 0) return [];
  const price = priceOn(security, day);
  const cash = Math.round((quantity * price) / 1000);
  return [
    {
      key: `sell ${security.ticker} ${day}`,
      day,
      kind: "sell",
      security,
      quantity: -quantity,
      price,
      cash,
    },
  ];
}

/** The portfolio after an event. */
export const afterEvent = (
  { cash, positions }: PortfolioState,
  { security, quantity, cash: change }: PortfolioEvent,
): PortfolioState => {
  const state = { cash: cash + change, positions };
  if (security === null || quantity === 0) return state;
  const held = positions.get(security.ticker)?.quantity ?? 0;
  const next = new Map(positions);
  next.set(security.ticker, { security, quantity: held + quantity });
  return { ...state, positions: next };
};
