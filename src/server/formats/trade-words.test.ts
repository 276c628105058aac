import { expect, test } from "vitest";
import type { SaidWord, TradeKind } from "../domain/connectors/new-file.ts";
import { FormatError } from "./format-error.ts";
import { readStatements } from "./index.ts";
import { createTradeWords, mergeWords } from "./trade-words.ts";

const HEADER = "Date,Action,Symbol,Quantity,Price,Amount,Currency";
const KNOWN = "2026-01-14,Buy,BRC,40,15.00,-600.00,USD";
const row = (word: string, rest = "ACM,10,12.50,-125.00,USD") => `2026-01-13,"${word}",${rest}`;

/**
 * Reads the trades of a file with the meanings of some words. Returns the number of rows left out,
 * and the unknown words.
 */
const read = (rows: readonly string[], said: readonly SaidWord[] = []) => {
  const tradeWords = createTradeWords(said);
  const unknown = () => tradeWords.unknown().map(({ word }) => word);
  try {
    const { statements, leftOut } = readStatements(Buffer.from(rows.join("\n")), { tradeWords });
    const trades = statements.flatMap(({ investments }) => investments?.transactions ?? []);
    const shown = trades.map(({ type, quantity, amount }) => [type, quantity, amount]);
    return { trades: shown, leftOut: leftOut.count, unknown: unknown() };
  } catch (failure) {
    if (!(failure instanceof FormatError)) throw failure;
    return { trades: [], leftOut: rows.length - 1, unknown: unknown() };
  }
};
const say = (word: string, kind: TradeKind) => [{ word, kind }];

/** Words that a hostile file may contain. */
const HOSTILE = [
  ...[
    "constructor",
    "__proto__",
    "toString",
    "=HYPERLINK(1)",
    "<b>Alpha</b>",
    "買入",
    "ＡＬＰＨＡ",
  ],
  ...["x".repeat(10_000), "alpha\u202ebeta", "a\u0301lpha", "'=1+1", "Покупка"],
];

test.each(HOSTILE)("the word %j is asked about, and known once it is said", (word) => {
  const rows = [HEADER, row(word), KNOWN];
  const { unknown, leftOut } = read(rows);
  expect([unknown.length, leftOut]).toEqual([1, 1]);
  expect(unknown[0]?.length).toBeLessThanOrEqual(100);
  expect(unknown[0]).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(read(rows, say(unknown[0] ?? "", "sell"))).toEqual({
    ...{
      trades: [
        ["sell", -10, -125],
        ["buy", 40, 600],
      ],
      leftOut: 0,
      unknown: [],
    },
  });
});

test("case, width and blanks make no other word, and a later answer replaces an earlier one", () => {
  const rows = [HEADER, row("Alpha  one"), row("ＡＬＰＨＡ ONE"), row(" alpha one "), KNOWN];
  expect(read(rows).unknown).toHaveLength(1);
  const said = mergeWords(say("Alpha one", "buy"), say("ALPHA ONE", "transfer_in"));
  expect(said).toHaveLength(1);
  expect(read(rows, said).trades).toContainEqual(["transfer", 10, 0]);
});

test("a column with more different words than kinds asks for none, and its rows are left out", () => {
  const words = Array.from({ length: 10_000 }, (_, at) => row(`word ${at}`));
  expect(read([HEADER, KNOWN, ...words])).toEqual({
    ...{ trades: [["buy", 40, 600]], leftOut: 10_000, unknown: [] },
  });
});

test("10,000 trades of one word are one question", () => {
  const rows = [HEADER, KNOWN, ...Array.from({ length: 10_000 }, () => row("Alpha"))];
  expect(read(rows)).toMatchObject({ leftOut: 10_000, unknown: ["Alpha"] });
  expect(read(rows, say("alpha", "buy")).trades).toHaveLength(10_001);
});

test.each([
  ["buy", "ACM,-10,12.50,-125.00,USD", ["buy", 10, 125]],
  ["sell", "ACM,-10,12.50,125.00,USD", ["sell", -10, -125]],
  ["buy", "ACM,100,1250,-125000,JPY", ["buy", 100, 125_000]],
  ["transfer_out", "ACM,10,12.50,,USD", ["transfer", -10, 0]],
  ["split", "ACM,10,,,USD", ["transfer", 10, 0]],
  // A reversed dividend keeps its sign.
  ["dividend", "ACM,10,,-5.00,USD", ["cash", 0, 5]],
  ["fee", ",,,-5.00,USD", ["fee", 0, 5]],
  ["other", ",,,5.00,USD", ["cash", 0, -5]],
] as const)("a word that means %s with %s", (kind, rest, trade) => {
  expect(read([HEADER, row("Alpha", rest), KNOWN], say("Alpha", kind)).trades[0]).toEqual(trade);
});

test("few unknown words of a column are asked about although amounts have signs, but not those of orders", () => {
  const rows = (buy: string, sell: string) => [
    ...[HEADER, row(buy), row(sell, "ACM,-4,15.00,60.00,USD")],
  ];
  expect(read(rows("Alpha", "Beta")).unknown).toEqual(["Alpha", "Beta"]);
  for (const [one, other] of [
    ["Market", "Limit order"],
    ["ETF", "Aktie"],
  ] as const)
    expect(read(rows(one, other))).toEqual({
      ...{
        trades: [
          ["buy", 10, 125],
          ["sell", -4, -60],
        ],
        leftOut: 0,
        unknown: [],
      },
    });
});

test("units with signs tell the direction of amounts without any", () => {
  const rows = ["ACM,10,12.50,125.00,USD", "ACM,-4,15.00,60.00,USD"];
  expect(
    read([
      "Date,Symbol,Quantity,Price,Amount,Currency",
      ...rows.map((each) => `2026-01-13,${each}`),
    ]),
  ).toMatchObject({
    trades: [
      ["buy", 10, 125],
      ["sell", -4, -60],
    ],
    leftOut: 0,
  });
});

test("cash of an unknown word is asked about if no amount has a sign", () => {
  expect(
    read([HEADER, row("Alpha", ",,,5.00,USD"), "2026-01-14,Buy,BRC,40,15.00,600.00,USD"]),
  ).toMatchObject({ unknown: ["Alpha"], leftOut: 1 });
});
