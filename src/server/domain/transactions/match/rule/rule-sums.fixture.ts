import type { Play, RuleKind } from "./rule-world.fixture.ts";

/**
 * Cases of sums, splits and parts: different payments by data, or a question if a pair fits as
 * well.
 */
export const SUMS: readonly RuleKind[] = [
  ...[2, 3, 4].map(
    (count): RuleKind => [
      `${count} post as one, more than a tip`,
      "decidable",
      (play) => {
        const { text, day } = partyOf(play);
        const parts = splitParts(play, count);
        for (const cents of parts)
          play.gone({ text, cents, day: day + play.int(0, 2), pending: true });
        play.come({ text, cents: sumParts(parts), day: day + play.int(2, 5) });
      },
    ],
  ),
  [
    "a whole group posts as one",
    "decidable",
    (play) => {
      const { text, day } = partyOf(play);
      const parts = splitParts(play, play.int(5, 20));
      for (const cents of parts) play.gone({ text, cents, day, pending: true });
      play.come({ text, cents: sumParts(parts), day: day + play.int(1, 5) });
    },
  ],
  [
    "one posts in parts",
    "decidable",
    (play) => {
      const { text, day } = partyOf(play);
      const parts = splitParts(play, play.int(2, 4));
      play.gone({ text, cents: sumParts(parts), day, pending: true });
      for (const cents of parts) play.come({ text, cents, day: day + play.int(1, 6) });
    },
  ],
  [
    "one posts in part",
    "decidable",
    (play) => {
      const { text, day } = partyOf(play);
      const cents = play.int(2000, 20_000);
      play.gone({ text, cents, day, pending: true });
      play.come({ text, cents: Math.round(cents * play.pick([0.25, 0.5, 0.75])), day: day + 2 });
    },
  ],
  [
    "two post as one that is like a tip",
    "question",
    (play) => {
      const { text, day } = partyOf(play);
      const large = 100 * play.int(30, 200);
      const small = Math.round((large * play.int(5, 39)) / 100);
      const one = play.gone({ text, cents: large, day, pending: true });
      play.gone({ text, cents: small, day, pending: true });
      play.ask(one, play.come({ text, cents: large + small, day: day + play.int(1, 5) }), false);
    },
  ],
  [
    "three post as one that is like a tip",
    "question",
    (play) => {
      const { text, day } = partyOf(play);
      const large = 100 * play.int(50, 200);
      const small = [play.int(300, 500), play.int(501, 900)];
      const one = play.gone({ text, cents: large, day, pending: true });
      for (const cents of small) play.gone({ text, cents, day: day + 1, pending: true });
      play.ask(one, play.come({ text, cents: large + sumParts(small), day: day + 4 }), false);
    },
  ],
  [
    "part of a larger one that is like a tip",
    "question",
    (play) => {
      const { text, day } = partyOf(play);
      const cents = 100 * play.int(20, 100);
      const part = Math.round((cents * play.int(105, 138)) / 100);
      const one = play.gone({ text, cents, day, pending: true });
      const larger = play.gone({ text, cents: part * 2, day, pending: true });
      const come = play.come({ text, cents: part, day: day + play.int(1, 5) });
      play.ask(one, come, false);
      play.ask(larger, come);
    },
  ],
  [
    "one posts in two parts, and a part is another one's amount",
    "question",
    (play) => {
      const { text, day } = partyOf(play);
      const part = 100 * play.int(10, 90);
      const rest = part * 2 + play.int(1, 400);
      play.gone({ text, cents: part + rest, day, pending: true });
      const other = play.gone({ text, cents: part, day, pending: true });
      play.ask(other, play.come({ text, cents: part, day: day + 1 }));
      play.come({ text, cents: rest, day: day + 2 });
    },
  ],
  [
    "sum that another one's amount is, too",
    "question",
    (play) => {
      const { text, day } = partyOf(play);
      const parts = [play.int(2000, 2200), play.int(3000, 3400)];
      for (const cents of parts) play.gone({ text, cents, day, pending: true });
      const one = play.gone({ text, cents: sumParts(parts), day, pending: true });
      play.ask(one, play.come({ text, cents: sumParts(parts), day: day + play.int(1, 5) }));
    },
  ],
];

const partyOf = (play: Play) => ({ text: play.merchant(), day: play.int(1, 18) });

const splitParts = (play: Play, count: number): number[] => {
  const first = play.int(1000, 3000);
  return Array.from({ length: count }, (_, at) => first + at * play.int(90, 200));
};

const sumParts = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);
