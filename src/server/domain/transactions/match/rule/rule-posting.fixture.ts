import type { Play, RuleKind } from "./rule-world.fixture.ts";
import { AGREEING, type Writing } from "./rule-writings.fixture.ts";

/**
 * Cases of one payment under two ids, proven by data: its text, day and amount may change in these
 * ways.
 */
export const POSTING: readonly RuleKind[] = [
  ...Object.entries(AGREEING).map(
    ([change, write]): RuleKind => [
      `posts: ${change}`,
      "decidable",
      (play) => post(play, write(play.merchant(), play)),
    ],
  ),
  ["refund posts", "decidable", (play) => post(play, agreeing(play), { sign: -1 })],
  [
    "tip",
    "decidable",
    (play) => {
      const tip = play.int(1, 40);
      post(play, agreeing(play), { cents: 100 * play.int(3, 90), percent: tip });
    },
  ],
  [
    "day of authorization is confirmed",
    "decidable",
    (play) => {
      const [pending, booked] = agreeing(play);
      const day = play.int(0, 20);
      const cents = play.cents();
      const gone = play.gone({
        ...{ ...pending, cents, day, pending: true, authorized: play.pick([day, null]) },
      });
      const come = play.come({ ...booked, cents, day: day + play.int(0, 8), authorized: day });
      play.same(gone, come);
    },
  ],
  [
    "days of authorization pair equal ones",
    "decidable",
    (play) => {
      const text = play.merchant();
      const cents = play.cents();
      const day = play.int(2, 20);
      const days = [day, day + play.int(1, 3)];
      const booked = days[1] as number;
      play.daysCount();
      const gone = days.map((at) => play.gone({ text, cents, day: at, pending: true }));
      const come = days
        .toReversed()
        .map((at) => play.come({ text, cents, day: booked + 1, authorized: at }));
      for (const [at, row] of gone.entries()) {
        const other = come[1 - at];
        if (other) play.same(row, other);
      }
    },
  ],
  [
    "booked again",
    "decidable",
    (play) => {
      const [first, second] = agreeing(play);
      const [cents, day] = [play.cents(), play.int(0, 20)];
      const gone = play.gone({ ...first, cents, day });
      play.same(gone, play.come({ ...second, cents, day: day + play.int(0, 12) }));
    },
  ],
  [
    "same day under another id",
    "decidable",
    (play) => {
      const [first, second] = agreeing(play);
      const [cents, day, pending] = [play.cents(), play.int(0, 20), play.chance(0.5)];
      const gone = play.gone({ ...first, cents, day, pending });
      play.same(gone, play.come({ ...second, cents, day, pending }));
    },
  ],
  [
    "pending with a tip under another id",
    "decidable",
    (play) => {
      const [first, second] = agreeing(play);
      const [cents, day] = [100 * play.int(3, 90), play.int(0, 20)];
      const gone = play.gone({ ...first, cents, day, pending: true });
      const more = Math.round((cents * (100 + play.int(1, 40))) / 100);
      play.same(gone, play.come({ ...second, cents: more, day, pending: true }));
    },
  ],
  [
    "end-to-end id",
    "decidable",
    (play) => {
      const endToEndId = `E${play.number(11)}`;
      const [cents, day] = [play.cents(), play.int(0, 20)];
      const [one, other] = [play.merchant(), play.merchant()];
      const gone = play.gone({
        ...{ text: one, cents, day, pending: true, evidence: { endToEndId } },
      });
      const come = play.come({
        ...{ text: play.pick([one, other, `${one} ${play.town()}`]), cents },
        ...{ day: day + play.int(0, 5), evidence: { endToEndId } },
      });
      play.same(gone, come);
    },
  ],
  [
    "purchase in another currency",
    "decidable",
    (play) => {
      const [first, second] = agreeing(play);
      const [cents, day] = [play.cents(), play.int(0, 20)];
      const original = { amount: cents / 100, currency: "USD" };
      const near = () => Math.round((cents * play.int(80, 120)) / 100);
      const [gone, come] = play.pick([
        () => [
          { cents, currency: "USD" },
          { cents: near(), currency: "EUR", evidence: { original } },
        ],
        () => [
          { cents: near(), evidence: { original } },
          { cents: near(), evidence: { original } },
        ],
      ])();
      if (!gone || !come) return;
      const one = play.gone({ ...first, ...gone, day, pending: true });
      play.same(one, play.come({ ...second, ...come, day: day + play.int(-1, 8) }));
    },
  ],
  [
    "preauthorization by the source",
    "decidable",
    (play) => {
      const [first, second] = agreeing(play);
      const [cents, day] = [play.pick([100, 5000, 15_000]), play.int(0, 20)];
      const gone = play.gone({
        ...{ ...first, cents, day, pending: true, evidence: { isPreauthorization: true } },
      });
      const come = play.come({
        ...second,
        cents: play.int(300, 20_000),
        day: day + play.int(-1, 8),
      });
      play.same(gone, come);
    },
  ],
  [
    "pump's hold",
    "decidable",
    (play) => {
      const text = `${play.merchant()} ${play.pick(["FUEL", "PETROL", "OIL", "TANKSTELLE"])} ${play.number(8)}`;
      const day = play.int(0, 20);
      const gone = play.gone({ text, cents: 100, day, pending: true });
      play.same(
        gone,
        play.come({ text, cents: play.int(1000, 20_000), day: day + play.int(0, 3) }),
      );
    },
  ],
  [
    "person is paid",
    "decidable",
    (play) => {
      const person = play.person();
      const text = `${play.pick(["TRANSFER TO", "ZELLE TO", "PAYOUT TO", "BIZUM", "VIREMENT"])} ${person}`;
      post(play, [{ text }, { text: play.pick([text, text.toLowerCase()]) }]);
    },
  ],
  [
    "cheque of the same number",
    "decidable",
    (play) => {
      const cheque = play.number(4);
      const [gone, come] = play.two(() =>
        play.pick([`CHECK ${cheque}`, `CHECK #${cheque}`, `CHECK #0${cheque}`]),
      );
      post(play, [{ text: gone }, { text: come }]);
    },
  ],
];

/** Adds a payment that pends and posts. */
const post = (
  play: Play,
  [pending, booked]: Writing,
  { cents = play.cents(), percent = 0, sign = 1 } = {},
): void => {
  const day = play.int(1, 20);
  const gone = play.gone({ ...pending, cents: sign * cents, day, pending: true });
  const more = Math.round((cents * (100 + percent)) / 100);
  play.same(gone, play.come({ ...booked, cents: sign * more, day: day + play.int(-1, 8) }));
};

/** Texts of a payment that change in a way in which the names still agree. */
export const agreeing = (play: Play): Writing =>
  play.pick(Object.values(AGREEING))(play.merchant(), play);
