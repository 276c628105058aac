import { agreeing } from "./rule-posting.fixture.ts";
import type { Play, RuleKind, RuleRow } from "./rule-world.fixture.ts";

/** Cases of several equal rows, or of rows that the data pairs. */
export const EQUAL: readonly RuleKind[] = [
  [
    "as many equal ones of a day under other ids",
    "decidable",
    (play) => {
      const facts = { text: play.merchant(), cents: play.cents(), day: play.int(0, 20) };
      const pending = play.chance(0.3);
      pair(
        play,
        times(play.int(2, 6), () => [facts, facts]),
        pending,
        pending,
      );
    },
  ],
  [
    "as many equal ones post",
    "decidable",
    (play) => {
      const [pending, booked] = agreeing(play);
      const [cents, day] = [play.cents(), play.int(0, 20)];
      const later = day + play.int(0, 4);
      pair(
        play,
        times(play.int(2, 6), () => [
          { ...pending, cents, day },
          { ...booked, cents, day: later },
        ]),
        true,
      );
    },
  ],
  [
    "as many equal ones post on other days",
    "decidable",
    (play) => {
      const text = play.merchant();
      const [cents, day, delay] = [play.cents(), play.int(0, 15), play.int(0, 3)];
      const gaps = times(play.int(2, 4), () => play.int(1, 2));
      let at = day;
      pair(
        play,
        gaps.map((gap) => {
          at += gap;
          return [
            { text, cents, day: at },
            { text, cents, day: at + delay },
          ];
        }),
        true,
      );
    },
  ],
  [
    "as many post, and name their towns",
    "decidable",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(0, 15)];
      pair(
        play,
        times(play.int(2, 4), (at) => [
          { text: `POS ${text}`, cents, day: day + at },
          { text: `${text} ${play.town()}`, cents, day: day + at + 2 },
        ]),
        true,
      );
    },
  ],
  [
    "one is booked again as another one posts",
    "decidable",
    (play) => {
      const text = play.merchant();
      const whole = `${text} ${play.town()}`;
      const [cents, day] = [play.cents(), play.int(0, 15)];
      const booked = play.gone({ text: whole, cents, day });
      const pending = play.gone({ text, cents, day: day + 2, pending: true });
      for (const gone of [booked, pending])
        play.same(gone, play.come({ text: whole, cents, day: day + 4 }));
    },
  ],
  [
    "fewer equal ones come than a day had",
    "decidable",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(0, 20)];
      const count = play.int(1, 3);
      const later = day + play.int(0, 5);
      pair(
        play,
        times(count, () => [
          { text, cents, day },
          { text, cents, day: later },
        ]),
        true,
      );
      for (let more = play.int(1, 3); more > 0; more--)
        play.gone({ text, cents, day, pending: true });
    },
  ],
  [
    "more equal ones of a day come",
    "decidable",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(0, 20)];
      const later = day + play.int(0, 5);
      const count = play.int(1, 3);
      pair(
        play,
        times(count, () => [
          { text, cents, day },
          { text, cents, day: later },
        ]),
        true,
      );
      for (let more = play.int(1, 3); more > 0; more--) play.come({ text, cents, day: later });
    },
  ],
  [
    "equal ones of which only some post, of days of their own",
    "decidable",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(0, 20)];
      pair(
        play,
        [0, 1].map((at) => [
          { text, cents, day: day + at },
          { text, cents, day: day + at + 2 },
        ]),
        true,
      );
      play.gone({ text, cents, day: day + 2, pending: true });
    },
  ],
  [
    "amounts within a tip of each other",
    "decidable",
    (play) => {
      const [pending, booked] = agreeing(play);
      const [cents, day] = [play.int(1000, 2000), play.int(0, 20)];
      const amounts = times(play.int(2, 4), (at) => cents + at * 83);
      pair(
        play,
        amounts.map((amount) => [
          { ...pending, cents: amount, day },
          { ...booked, cents: amount, day: day + 2 },
        ]),
        true,
      );
    },
  ],
  [
    "sum of which each part posts",
    "decidable",
    (play) => {
      const text = play.merchant();
      const [one, other, day] = [play.int(1000, 2000), play.int(2001, 3000), play.int(0, 20)];
      pair(
        play,
        [one, other, one + other].map((cents) => [
          { text, cents, day },
          { text, cents, day: day + play.int(0, 3) },
        ]),
        true,
      );
    },
  ],
  [
    "party of more than sixteen rows",
    "decidable",
    (play) => {
      const [pending, booked] = agreeing(play);
      const day = play.int(0, 20);
      pair(
        play,
        times(play.int(17, 24), (at) => [
          { ...pending, cents: 1009 + at * at * 37, day },
          { ...booked, cents: 1009 + at * at * 37, day: day + play.int(0, 3) },
        ]),
        true,
      );
    },
  ],
  [
    "list whose ids are new",
    "decidable",
    (play) => {
      const facts = deliveryOf(play);
      pair(
        play,
        facts.map((each) => [each, each]),
      );
      for (let more = play.int(0, 3); more > 0; more--)
        play.come({ text: play.merchant(), cents: play.cents(), day: 21 });
    },
  ],
  [
    "list whose ids are new, with balances",
    "decidable",
    (play) => {
      let balanceAfter = 90_000;
      const facts = deliveryOf(play).map((each) => {
        balanceAfter -= each.cents;
        return { ...each, evidence: { balanceAfter: balanceAfter / 100 } };
      });
      pair(
        play,
        facts.map((each) => [each, each]),
      );
    },
  ],
  [
    "list whose ids and texts are new",
    "decidable",
    (play) => {
      const rows = times(play.int(4, 10), () => {
        const [first, second] = agreeing(play);
        const [cents, day] = [play.cents(), play.int(0, 20)];
        return [
          { ...first, cents, day },
          { ...second, cents, day },
        ] as const;
      });
      const texts = new Set(rows.map(([, { text }]) => text.slice(0, 5)));
      if (texts.size === rows.length) pair(play, rows);
    },
  ],
  [
    "crowd of other merchants of one amount",
    "decidable",
    (play) => {
      const [cents, day] = [play.cents(), play.int(0, 20)];
      pair(
        play,
        times(play.int(3, 9), () => {
          const text = play.merchant();
          return [
            { text, cents, day },
            { text, cents, day: day + play.int(0, 4) },
          ];
        }),
        true,
      );
    },
  ],
  [
    "shops of a chain of one amount",
    "decidable",
    (play) => {
      const name = play.merchant();
      const [cents, day] = [play.cents(), play.int(0, 20)];
      pair(
        play,
        times(play.int(2, 6), (at) => {
          const text = `${name} ${400 + 7 * at}`;
          return [
            { text, cents, day },
            { text: `${text} ${play.pick(["BERLIN", "BERLIN", "LYON"])}`, cents, day: day + 2 },
          ];
        }),
        true,
      );
    },
  ],
];

type Given = Parameters<Play["gone"]>[0];

/** Adds pairs of rows. Each pair is one payment. */
const pair = (
  play: Play,
  pairs: readonly (readonly [Given, Given])[],
  pending = false,
  staysPending = false,
): void => {
  const rows: [RuleRow, Given][] = pairs.map(([facts, other]) => [
    play.gone({ ...facts, pending }),
    other,
  ]);
  for (const [gone, facts] of rows) play.same(gone, play.come({ ...facts, pending: staysPending }));
};

const deliveryOf = (play: Play): { text: string; cents: number; day: number }[] => {
  const merchants = times(play.int(3, 6), () => ({ text: play.merchant(), cents: play.cents() }));
  return times(play.int(6, 16), () => ({ ...play.pick(merchants), day: play.int(0, 20) })).toSorted(
    (one, other) => one.day - other.day,
  );
};

const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));
