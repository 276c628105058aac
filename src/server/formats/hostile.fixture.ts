import fc from "fast-check";
import { anyText } from "../../testing/any-text.ts";
import { amountFrom } from "./decimal.ts";
import { type Raw, statement, transaction } from "./statement.fixture.ts";
import type { Statement } from "./statement.ts";

/** Words and signs that a program may take for a directive, a mark of a format, or a formula. */
const SIGNS = [
  ...["\n", "\r\n", "\r", "\t", "\u0085", "\u2028", "\u2029", "\v", "\f", " ", "  "],
  ...[";", "@", "{", "}", "=", '"', "'", "|", "#", "%", "~", "&", "<", ">", "\\", "^", "*", "!"],
  ...["(", ")", "[", "]", "[2026", "[=2026/13/45]", ",", "?", "?20", "//", "/", "+", "-", "$"],
  ...["\u202e", "\u2066", "\u200f", "\ufeff", "\ud800", "\ufffe", "\0", "\u001b[31m"],
  ...[
    "\npython\n    import os\n    ",
    "\ninclude /etc/passwd\n",
    '\nplugin "x"\n',
    "\n!include x\n",
  ],
  ...["include ", "python", "plugin", "=HYPERLINK(0)", "@SUM(1)", "＝1+1", ";=1+1", "\n:61:", "-}"],
  ...[
    "<OFX>",
    "<STMTTRN>",
    "]]>",
    "<!DOCTYPE x>",
    "&#10;",
    "\n:20:x",
    "!Type:Bank",
    "\n^\n",
    "\n-\n",
  ],
  ...[
    "Opening Balance",
    "[Account]",
    "EREF+",
    "NONREF",
    "date:2026-13-45",
    "2026-01-01 * ",
    "a::b",
  ],
  // Names that every plain object has.
  ...["constructor", "valueOf", "__proto__", "&constructor;"],
];

/** A text as no bank should send it. */
export const hostileText = (include = ""): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...SIGNS, ...(include ? [include] : [])) },
        { weight: 1, arbitrary: anyText() },
        { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9]{1,12}$/) },
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join(""));

const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2049-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const amount = fc
  .integer({ min: -1_000_000, max: 1_000_000 })
  .filter((cents) => cents !== 0)
  .map((cents) => amountFrom(cents / 100));

const KINDS = ["checking", "savings", "credit card", "line of credit", "cash", null] as const;

/** Statements with a hostile text in each of their fields, as an older version may have stored them. */
export const hostileStatement = (include = ""): fc.Arbitrary<Statement> => {
  const text = fc.option(hostileText(include), { nil: null, freq: 10 });
  const row = fc.record({
    ...{ date: day, amount, pending: fc.constant(false) },
    ...{ valueDate: fc.option(day, { nil: null }), madeDate: fc.option(day, { nil: null }) },
    ...{ currency: text, id: text, reference: text, checkNumber: text, code: text },
    ...{ description: text, payee: text, memo: text, counterpartyAccount: text, category: text },
  });
  return fc
    .record({
      account: fc.record({
        ...{ id: text, iban: text, bankId: text, name: text, currency: text },
        type: fc.constantFrom(...KINDS),
      }),
      ...{ from: day, to: day },
      balances: fc.constant([]),
      transactions: fc.array(row.map(transaction), { minLength: 1, maxLength: 4 }),
    })
    .map((fields) => statement(fields as Partial<Raw<Statement>>));
};
