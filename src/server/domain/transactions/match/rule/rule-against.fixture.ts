import { type Facts, type Play, type RuleKind, toDate } from "./rule-world.fixture.ts";

type Side = Partial<Facts>;

/**
 * Cases of two payments that the data distinguishes: a fact contradicts the match, or a bound is
 * exceeded.
 */
export const AGAINST: readonly RuleKind[] = [
  two("shops by number", (play) =>
    numbered(play, () => `${play.pick(["", "#", "NO "])}${play.number(play.int(3, 8))}`),
  ),
  two("shops by letters and digits", (play) =>
    numbered(play, () => `${play.pick(["F", "R", "T-"])}${play.number(4)}`),
  ),
  two("invoices", (play) => numbered(play, () => `INV ${play.number(5)}`)),
  two("phones", (play) => numbered(play, () => `${play.number(3)}-555-0${play.number(3)}`)),
  two("references", (play) => numbered(play, () => `REF ${play.number(7)}`)),
  two("cards in the text", (play) =>
    numbered(play, () => play.pick([`XXXX${play.number(4)}`, `CARD ${play.number(4)}`])),
  ),
  two("days in the text", (play) => numbered(play, () => toDate(play.int(0, 25)))),
  two("times in the text", (play) =>
    numbered(play, () => `${play.int(10, 23)}:${play.int(10, 59)}`),
  ),
  two("cheques", (play) => {
    const [one, other] = play.two(() => play.number(4));
    return play.pick([
      [{ text: `CHECK ${one}` }, { text: `CHECK ${other}` }],
      [
        { text: "CHECK", cheque: one },
        { text: "CHECK", cheque: other },
      ],
      [{ text: `CHEQUE ${one}` }, { text: "CHEQUE", cheque: other }],
    ]);
  }),
  two("family names", (play) => {
    const [given] = play.person().split(" ");
    const [one, other] = play.two(() => play.person().split(" ")[1] ?? "");
    const word = play.pick(["PAYOUT TO", "ZELLE TO", "TRANSFER TO", "BIZUM A FAVOR"]);
    return [
      { text: `${word} ${given} LINDEN ${one}` },
      { text: `${word} ${given} LINDEN ${other}` },
    ];
  }),
  two("given names", (play) => {
    const [, family] = play.person().split(" ");
    const [one, other] = play.two(() => play.person().split(" ")[0] ?? "");
    return [{ text: `TRANSFER TO ${one} ${family}` }, { text: `TRANSFER TO ${other} ${family}` }];
  }),
  two("offices of one town", (play) => {
    const town = play.town();
    const [one, other] = play.two(() =>
      play.pick(["LIBRARY", "PARKING", "COURT", "WATER", "HARBOUR", "ARCHIVE"]),
    );
    return [{ text: `CITY OF ${town} ${one}` }, { text: `CITY OF ${town} ${other}` }];
  }),
  two("services of one company", (play) => {
    const [company] = play.merchant().split(" ");
    const [one, other] = play.two(() =>
      play.pick(["STORE", "MUSIC", "EATS", "CLOUD", "FUEL", "BILL", "PHARMACY"]),
    );
    return [{ text: `${company}.COM/${one}` }, { text: `${company} ${other} ${play.town()}` }];
  }),
  two("services of one company, more as with a tip", (play) => {
    const [company] = play.merchant().split(" ");
    const cents = play.int(500, 9000);
    return [
      { text: `${company} MUSIC`, cents },
      { text: `${company} PHARMACY`, cents: Math.round((cents * play.int(101, 140)) / 100) },
    ];
  }),
  two("merchants", (play) => [{ text: play.merchant() }, { text: play.merchant() }]),
  two("towns of one chain", (play) => {
    const name = play.merchant();
    const [one, other] = play.two(() => play.town().split(" ")[0] ?? "");
    return [{ text: `${name} ${one}` }, { text: `${name} ${other}` }];
  }),
  two("days of authorization", (play) => {
    const day = play.int(3, 20);
    return [
      { day, authorized: day },
      { day: day + play.int(1, 8), authorized: day + play.pick([-2, -1, 1, 2]) },
    ];
  }),
  two("day of authorization far from the pending day", (play) => {
    const day = play.int(3, 15);
    return [{ day }, { day: day + 7, authorized: day + play.int(2, 7) }];
  }),
  two("accounts", (play) => [{ account: "giro" }, { account: play.pick(["card", "savings"]) }]),
  two("directions", (play) => {
    const cents = play.int(300, 20_000);
    return play.pick([
      [{ cents }, { cents: -cents }],
      [{ cents: -cents }, { cents }],
    ]);
  }),
  two("currencies", () => [{ currency: "EUR" }, { currency: "USD" }]),
  two("original amounts", (play) => {
    const amount = play.int(5, 90);
    return [
      { evidence: { original: { amount, currency: "USD" } } },
      { evidence: { original: { amount: amount + play.int(1, 9), currency: "USD" } } },
    ];
  }),
  two("cards", (play) => evidenced(play, "cardDigits", 4)),
  two("mandates", (play) => evidenced(play, "mandateId", 9)),
  two("end-to-end ids", (play) => evidenced(play, "endToEndId", 12)),
  two("codes of a bank", () => [
    { evidence: { kind: "card" } },
    { evidence: { kind: "transfer" } },
  ]),
  two("booked, then pending", () => [{ pending: false }, { pending: true }]),
  two("more than eight days later", (play) => {
    const day = play.int(0, 10);
    return [{ day }, { day: day + play.int(9, 30) }];
  }),
  two("days earlier", (play) => [{ day: 20 }, { day: 20 - play.int(2, 9) }]),
  two("more than a tip", (play) => {
    const cents = 100 * play.int(3, 90);
    return [{ cents }, { cents: cents + 1 + Math.round((cents * play.int(40, 200)) / 100) }];
  }),
  two("less money", (play) => {
    const cents = play.int(500, 20_000);
    return [{ cents }, { cents: cents - play.int(1, 400) }];
  }),
  two("booked rows of other amounts", (play) => {
    const cents = play.int(500, 20_000);
    return [
      { cents, pending: false },
      { cents: cents + play.int(1, Math.floor(cents * 0.4)), pending: false },
    ];
  }),
  two("booked rows more than twelve days apart", (play) => [
    { day: 0, pending: false },
    { day: play.int(13, 40), pending: false },
  ]),
  two("more money in", (play) => {
    const cents = play.int(500, 20_000);
    return [{ cents: -cents }, { cents: -cents - play.int(1, Math.floor(cents * 0.4)) }];
  }),
  two("pending rows of two days", (play) => {
    const day = play.int(0, 20);
    return [
      { day, pending: true },
      { day: day + play.int(1, 8), pending: true },
    ];
  }),
  two("tip without a name", (play) => {
    const cents = play.int(500, 20_000);
    const more = cents + play.int(1, Math.floor(cents * 0.4));
    return [
      { cents, text: "CARD PURCHASE" },
      { cents: more, text: play.merchant() },
    ];
  }),
  two("tip and a name that does not tell", (play) => {
    const cents = play.int(500, 20_000);
    const name = play.merchant();
    const more = cents + play.int(1, Math.floor(cents * 0.4));
    return [
      { cents, text: name },
      { cents: more, text: `${name} ${play.pick(["MUSIC", "FUEL", "PARKING"])}` },
    ];
  }),
  two("hold of a pump, out of its bounds", (play) => {
    const name = play.merchant();
    const [one, other] = play.two(() => play.number(6));
    const fuel = `${name} FUEL ${one}`;
    const day = play.int(0, 10);
    const hold = { text: fuel, cents: 100, day };
    return play.pick<[Side, Side]>([
      [hold, { text: `${name} FUEL ${other}`, cents: 6320, day }],
      [hold, { text: fuel, cents: play.int(20_001, 40_000), day }],
      [hold, { text: fuel, cents: 6320, day: day + play.int(4, 8) }],
      [hold, { text: fuel, cents: 6320, day: day - 1 }],
      [
        { ...hold, text: `${name} ${one}` },
        { text: `${name} ${one}`, cents: 6320, day },
      ],
      [
        { ...hold, text: `${name} FUEL` },
        { text: `${name} FUEL`, cents: 6320, day },
      ],
    ]);
  }),
];

/** Several such cases in one list. */
export const CROWDED: RuleKind = [
  "two payments: four pairs at once",
  "decidable",
  (play) => {
    for (let count = 0; count < 4; count++) play.pick(AGAINST)[2](play);
  },
];

/** A case of two payments. Missing texts, amounts and days are the same on both sides. */
function two(what: string, play: (play: Play) => readonly [Side, Side]): RuleKind {
  return [
    `two payments: ${what}`,
    "decidable",
    (stage) => {
      const [one, other] = play(stage);
      const text = one.text ?? stage.merchant();
      const cents = one.cents ?? stage.cents();
      const day = one.day ?? stage.int(1, 20);
      stage.gone({ text, cents, day, pending: true, ...one });
      const later = one.day === undefined ? day + stage.int(-1, 8) : day;
      stage.come({ text, cents, day: later, pending: false, ...other });
    },
  ];
}

const numbered = (play: Play, number: () => string): [Side, Side] => {
  const name = play.merchant();
  const [one, other] = play.two(number);
  return [{ text: `${name} ${one}` }, { text: `${name} ${other}` }];
};

const evidenced = (
  play: Play,
  fact: "cardDigits" | "mandateId" | "endToEndId",
  digits: number,
): [Side, Side] => {
  const [one, other] = play.two(() => play.number(digits));
  return [{ evidence: { [fact]: one } }, { evidence: { [fact]: other } }];
};
