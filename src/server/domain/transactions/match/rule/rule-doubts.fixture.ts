import { agreeing } from "./rule-posting.fixture.ts";
import { type Play, type RuleKind, toDate } from "./rule-world.fixture.ts";

/** Cases that a default decides, that only the user can decide, or that nothing decides. */
export const DOUBTS: readonly RuleKind[] = [
  ...["gone", "come", "both"].map(
    (side): RuleKind => [
      `without a name: ${side}, within two days`,
      "default",
      (play) => {
        const [one, other] = nameless(play, side);
        const [cents, day] = [play.cents(), play.int(2, 20)];
        const gone = play.gone({ text: one, cents, day, pending: true });
        const come = play.come({ text: other, cents, day: day + play.int(-1, 2) });
        play.same(gone, come, play.chance(0.95));
      },
    ],
  ),
  ...["gone", "come", "both"].map(
    (side): RuleKind => [
      `without a name: ${side}, later`,
      "question",
      (play) => {
        const [one, other] = nameless(play, side);
        const [cents, day] = [play.cents(), play.int(2, 20)];
        const gone = play.gone({ text: one, cents, day, pending: true });
        const come = play.come({ text: other, cents, day: day + play.int(3, 8) });
        play.ask(gone, come, play.chance(0.5));
      },
    ],
  ),
  [
    "merchant again, more as with a tip",
    "default",
    (play) => {
      const [pending, booked] = agreeing(play);
      const [cents, day] = [100 * play.int(5, 100), play.int(2, 20)];
      const gone = play.gone({ ...pending, cents, day, pending: true });
      const more = Math.round((cents * play.int(105, 140)) / 100);
      const come = play.come({ ...booked, cents: more, day: day + play.int(0, 8) });
      play.same(gone, come, play.chance(0.9));
    },
  ],
  [
    "one is dropped, and the merchant comes again",
    "undecidable",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 20)];
      const gone = play.gone({ text, cents, day, pending: true });
      play.same(gone, play.come({ text, cents, day: day + play.int(1, 8) }), false);
    },
  ],
  [
    "one is taken back, and the merchant books again",
    "undecidable",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 20)];
      const gone = play.gone({ text, cents, day });
      play.same(gone, play.come({ text, cents, day: day + play.int(1, 12) }), play.chance(0.5));
    },
  ],
  [
    "fewer come than there were, of days of their own",
    "undecidable",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 20)];
      const rows = [0, 1, 2].map((at) => play.gone({ text, cents, day: day + at, pending: true }));
      const come = [2, 3].map((at) => play.come({ text, cents, day: day + at }));
      const [one, other] = come;
      const [first, second, third] = rows;
      if (!one || !other || !first || !second || !third) return;
      play.same(first, one);
      if (play.chance(0.5)) play.same(second, other);
      else play.same(third, other);
    },
  ],
  doubt("name that adds a word of a service", (play) => {
    const name = play.merchant();
    const more = `${name} ${play.pick(["STORE", "MUSIC", "PHARMACY", "PARKING", "TRAVEL", "CLOUD"])}`;
    return play.chance(0.5) ? [name, more] : [more, name];
  }),
  doubt("transfer that adds words", (play) => {
    const text = `${play.pick(["TRANSFER TO", "ZELLE TO", "BIZUM", "VIREMENT"])} ${play.person()}`;
    return [text, `${text} ${play.pick(["LINDEN", "BERLIN", "RENTAL"])}`];
  }),
  doubt("transfer that is cut", (play) => {
    const whole = `TRANSFER TO ${play.person()} LINDENHOFER`;
    return [whole.slice(0, whole.length - play.int(2, 6)), whole];
  }),
  doubt("number that is cut to a few digits", (play) => {
    const name = `${play.merchant()} CONSERVATORY`;
    const number = play.number(8);
    return [`${name} ${number.slice(0, play.int(2, 5))}`, `${name} ${number}`];
  }),
  doubt("office that may be another one, cut", (play) => {
    const town = `CITY OF NEW ${play.town()}`;
    const [one, other] = play.pick([
      ["PARK", "PARKING"],
      ["COURT", "COURTYARD"],
      ["WATER", "WATERFRONT"],
    ]);
    return [`${town} ${one}`, `${town} ${other}`];
  }),
  doubt("cheque without a number", (play) => {
    const numbered = `CHECK ${play.number(4)}`;
    return play.pick([
      ["CHECK", numbered],
      [numbered, "CHECK"],
      ["CHECK", "CHECK"],
    ]);
  }),
  doubt("name behind another word", (play) => {
    const name = play.merchant();
    return play.pick([
      [name, `${play.town().split(" ")[0]} ${name}`],
      [name.split(" ")[1] ?? "", `${name} BERLIN`],
    ]);
  }),
  [
    "booked again, and one stays",
    "question",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(5, 15)];
      const gone = play.gone({ text, cents, day });
      play.kept({ text, cents, day: day + play.int(-10, 10) });
      const come = play.come({ text, cents, day: day + play.int(1, 12) });
      play.ask(gone, come, play.chance(0.5));
    },
  ],
  [
    "two of two days are gone, one comes",
    "question",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 15)];
      const rows = [0, play.int(1, 3)].map((at) =>
        play.gone({ text, cents, day: day + at, pending: true }),
      );
      const come = play.come({ text, cents, day: day + play.int(3, 6) });
      for (const [at, row] of rows.entries()) play.ask(row, come, at === 0);
    },
  ],
  [
    "one is gone, two of two days come",
    "default",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 15)];
      const gone = play.gone({ text, cents, day, pending: true });
      const [first] = [play.int(0, 2), play.int(3, 6)].map((later) =>
        play.come({ text, cents, day: day + later }),
      );
      if (first) play.same(gone, first, play.chance(0.9));
    },
  ],
  [
    "one is gone, and shops of two towns come",
    "default",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 15)];
      const gone = play.gone({ text: `POS ${text}`, cents, day, pending: true });
      const [first] = play
        .two(play.town)
        .map((town, at) =>
          play.come({ text: `${text} ${town}`, cents, day: day + play.int(0, 2) + 3 * at }),
        );
      if (first) play.same(gone, first, play.chance(0.9));
    },
  ],
  [
    "one without a name is gone, and two merchants come",
    "question",
    (play) => {
      const [cents, day] = [play.cents(), play.int(2, 15)];
      const gone = play.gone({ text: "CARD PURCHASE", cents, day, pending: true });
      for (const [at, text] of play.two(play.merchant).entries())
        play.ask(gone, play.come({ text, cents, day: day + at }), at === 0);
    },
  ],
  [
    "one booked is gone, two of two days come",
    "question",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 15)];
      const gone = play.gone({ text, cents, day });
      for (const [at, later] of [play.int(1, 2), play.int(3, 6)].entries())
        play.ask(gone, play.come({ text, cents, day: day + later }), at === 0);
    },
  ],
  [
    "two names of which one adds words are gone, one comes",
    "question",
    (play) => {
      const name = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 15)];
      const texts = [name, `${name} TOLEDO`];
      const rows = texts.map((text) => play.gone({ text, cents, day, pending: true }));
      const come = play.come({ text: `${name} TOLEDO OH`, cents, day: day + play.int(0, 5) });
      for (const [at, row] of rows.entries()) play.ask(row, come, at === 1);
    },
  ],
  [
    "the same amount comes, and one more as with a tip",
    "default",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [100 * play.int(5, 90), play.int(2, 15)];
      const gone = play.gone({ text, cents, day, pending: true });
      const more = Math.round((cents * play.int(105, 140)) / 100);
      play.same(gone, play.come({ text, cents, day: day + play.int(0, 5) }), play.chance(0.95));
      play.come({ text, cents: more, day: day + play.int(0, 5) });
    },
  ],
  [
    "one of its own amount, and one that may be it with a tip",
    "question",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [100 * play.int(10, 90), play.int(2, 15)];
      const more = Math.round((cents * play.int(105, 140)) / 100);
      const rows = [cents, more].map((amount) =>
        play.gone({ text, cents: amount, day, pending: true }),
      );
      const come = play.come({ text, cents: more, day: day + play.int(0, 5) });
      for (const [at, row] of rows.entries()) play.ask(row, come, at === 1);
    },
  ],
  [
    "two that one may be with a tip",
    "question",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [100 * play.int(10, 90), play.int(2, 15)];
      const come = { text, cents: Math.round(cents * 1.3), day: day + play.int(0, 5) };
      const rows = [cents, cents + 50].map((amount) =>
        play.gone({ text, cents: amount, day, pending: true }),
      );
      const one = play.come(come);
      for (const [at, row] of rows.entries()) play.ask(row, one, at === 0);
    },
  ],
  [
    "equal ones of which only some name a day of authorization",
    "question",
    (play) => {
      const text = play.merchant();
      const [cents, day] = [play.cents(), play.int(2, 15)];
      const gone = play.gone({ text, cents, day, pending: true });
      for (const [at, authorized] of [day + 1, null].entries())
        play.ask(gone, play.come({ text, cents, day: day + 2 + at, authorized }), at === 1);
    },
  ],
  [
    "one among more than a hundred of its amount",
    "undecidable",
    (play) => {
      if (!play.chance(0.01)) return;
      const [cents, day] = [play.cents(), play.int(2, 15)];
      const text = play.merchant();
      play.gone({ text, cents, day, pending: true });
      play.come({ text, cents, day: day + 1 });
      const [first] = text.split(" ");
      for (let at = 0; at < play.int(102, 130); at++)
        play.come({ text: `${first} HOUSE ${toDate(at)}`, cents, day: day + 1 });
    },
  ],
];

/** A case whose names decide nothing, so that the user is asked. */
function doubt(what: string, texts: (play: Play) => [string, string]): RuleKind {
  return [
    what,
    "question",
    (play) => {
      const [one, other] = texts(play);
      const [cents, day] = [play.cents(), play.int(2, 20)];
      const gone = play.gone({ text: one, cents, day, pending: true });
      const come = play.come({ text: other, cents, day: day + play.int(-1, 8) });
      play.ask(gone, come, play.chance(0.5));
    },
  ];
}

const nameless = (play: Play, side: string): [string, string] => {
  const text = () => play.pick(["CARD PURCHASE", "POS DEBIT", "VISA", "KARTENZAHLUNG", ""]);
  return [side === "come" ? play.merchant() : text(), side === "gone" ? play.merchant() : text()];
};
