import fc from "fast-check";
import { expect, test } from "vitest";
import { type Raw, transaction } from "../../formats/statement.fixture.ts";
import type { StatementTransaction } from "../../formats/statement.ts";
import { EMPTY_LEDGER, type Ledger } from "./file-account.ts";
import { type Answer, mergeRows, spanOf } from "./merge-rows.ts";
import { fingerprint } from "./row-words.ts";

type Row = StatementTransaction;

const merge = (ledger: Ledger, rows: readonly Row[], answers?: readonly Answer[]) =>
  mergeRows(ledger, { rows, span: spanOf(null, null, rows) ?? { from: "", to: "" } }, answers);
const merged = async (...files: readonly (readonly Row[])[]): Promise<Ledger> => {
  let ledger = EMPTY_LEDGER;
  for (const rows of files) ({ ledger } = await merge(ledger, rows));
  return ledger;
};

const row = (day: number, description: string, fields: Partial<Raw<Row>> = {}): Row =>
  transaction({ date: `2026-01-${String(day).padStart(2, "0")}`, description, ...fields });
const coffee = (day: number, fields: Partial<Raw<Row>> = {}) => row(day, "Moonbean Coffee", fields);
const words = ({ rows }: Ledger) => rows.map(({ date, description }) => `${date} ${description}`);

test("two equal coffees in one file stay two, and a repeat of the file adds none", async () => {
  const file = [coffee(3), coffee(3), coffee(5)];
  expect((await merged(file, file, file.toReversed())).rows).toHaveLength(3);
});

test("a file that has more of a day adds the rest", async () => {
  const ledger = await merged([row(1, "Rent"), coffee(3)], [row(1, "Rent"), coffee(3), coffee(3)]);
  expect(words(ledger)).toEqual([
    "2026-01-01 Rent",
    "2026-01-03 Moonbean Coffee",
    "2026-01-03 Moonbean Coffee",
  ]);
});

test("rows are equal whatever the case, the spaces and the marks of their words", async () => {
  const other = coffee(3, { description: "MOONBEAN  COFFEE*" });
  expect((await merged([coffee(3), row(9, "Rent")], [other, row(9, "Rent")])).rows).toHaveLength(2);
});

test("the bank's ids tell equal rows apart where files meet in the middle of a day", async () => {
  const first = [row(1, "Rent", { id: "1" }), coffee(3, { id: "2" })];
  const second = [coffee(3, { id: "3" }), row(9, "Fees", { id: "4" })];
  expect(await merge(await merged(first), second)).toMatchObject({ questions: [], added: 2 });
  expect(await merge(await merged(first, second), [...second, ...first])).toMatchObject({
    questions: [],
    added: 0,
    changedFrom: null,
  });
});

test("files without ids that meet in the middle of a day leave a question", async () => {
  const ledger = await merged([row(1, "Rent"), coffee(3)]);
  const rows = [coffee(3), row(9, "Fees")];
  const { questions } = await merge(ledger, rows);
  expect(questions).toMatchObject([{ stored: { number: 2 }, row: { date: "2026-01-03" } }]);
  expect((await merge(ledger, rows, ["same"])).ledger.rows).toHaveLength(3);
  expect((await merge(ledger, rows, ["other"])).ledger.rows).toHaveLength(4);
});

test("a row under other words is asked for once, and known from then on", async () => {
  const ledger = await merged([row(1, "Rent"), coffee(3), row(9, "Fees")]);
  const rows = [row(1, "Rent"), coffee(3, { description: "CARD 4279" }), row(9, "Fees")];
  expect((await merge(ledger, rows)).questions).toHaveLength(1);
  const same = await merge(ledger, rows, ["same"]);
  expect(words(same.ledger)).toEqual(words(ledger));
  expect(await merge(same.ledger, rows)).toMatchObject({
    questions: [],
    added: 0,
    changedFrom: null,
  });
});

test("an id that each file counts from the start merges nothing", async () => {
  const weeks = [2, 9, 16].map((day) => [coffee(day, { id: "1" }), row(day + 5, "X", { id: "2" })]);
  expect((await merged(...weeks)).rows).toHaveLength(6);
});

test("an id that is not unique in a file does not count", async () => {
  const file = [
    coffee(3, { id: "NONREF" }),
    coffee(3, { id: "NONREF" }),
    row(9, "Fees", { id: "NONREF" }),
  ];
  expect((await merged(file, file)).rows).toHaveLength(3);
});

test("a transaction that its bank corrects under its id keeps its number", async () => {
  const ledger = await merged([coffee(3, { id: "7" }), row(9, "Fees", { id: "8" })]);
  const { ledger: next, ...rest } = await merge(ledger, [
    coffee(3, { id: "7", amount: "-4.5" }),
    row(9, "Fees", { id: "8" }),
  ]);
  expect(rest).toMatchObject({ questions: [], added: 0, changedFrom: "2026-01-03" });
  expect(next.rows).toMatchObject([{ number: 1, amount: "-4.5" }, { number: 2 }]);
  const older = [coffee(3, { id: "7" })];
  expect((await merge(next, older)).ledger.rows).toEqual(next.rows);
});

test("a pending row that is posted under another date and other words keeps its number", async () => {
  const ledger = await merged([row(1, "Rent"), coffee(3, { pending: true })]);
  const { ledger: next } = await merge(ledger, [
    coffee(5, { description: "MOONBEAN 4279" }),
    row(9, "X", { amount: "1" }),
  ]);
  expect(next.rows).toMatchObject([
    { number: 1 },
    { number: 2, date: "2026-01-05", pending: false },
    { number: 3 },
  ]);
});

test("a row that is booked again on a later day has that day, as the sums of the newest file", async () => {
  const edges = [row(1, "Rent"), row(20, "Fees")];
  const shoes = (day: number, id: string) => row(day, "Riverton Shoes", { amount: "-57.57", id });
  const ledger = await merged([...edges, shoes(5, "a")], [...edges, shoes(9, "b")]);
  expect(ledger.rows).toMatchObject([
    { date: "2026-01-01" },
    { date: "2026-01-20" },
    { date: "2026-01-09", number: 3, id: "b" },
  ]);
});

test("a file that fills a gap in the middle of a day leaves a question", async () => {
  const files = [[coffee(1)], [row(1, "Rent"), row(2, "Fees")]];
  const { questions } = await merge(await merged(...files), [
    coffee(1),
    row(1, "Rent"),
    row(2, "Fees"),
  ]);
  expect(questions).toHaveLength(2);
});

test("many equal rows are merged without comparing each with each", async () => {
  const file = Array.from({ length: 130_000 }, () => coffee(3));
  expect(
    (await merged([row(1, "A"), ...file, row(9, "B")], [row(1, "A"), ...file, row(9, "B")])).rows,
  ).toHaveLength(130_002);
});

/** A statement with frequently repeated days, amounts and words, in the bank's order. */
test("many equal rows are posted in order, without comparing each pending one with each posted one", async () => {
  let reads = 0;
  const posted = Array.from({ length: 2000 }, (_, at) => {
    const counted = coffee(4, { id: `b${at}` });
    return Object.defineProperty(counted, "date", {
      get: () => {
        reads += 1;
        return "2026-01-04";
      },
      enumerable: true,
    });
  });
  const pending = Array.from({ length: 2000 }, (_, at) =>
    coffee(2, { id: `a${at}`, pending: true }),
  );
  const { ledger } = await merge(await merged(pending), posted);
  expect(ledger.rows).toHaveLength(2000);
  expect(reads).toBeLessThan(2000 * 100);
});

const statements = fc
  .array(fc.tuple(fc.nat(8), fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 30 })
  .chain((facts) =>
    fc.tuple(
      fc.constant(facts.toSorted(([a], [b]) => a - b)),
      fc.array(fc.boolean(), { minLength: facts.length, maxLength: facts.length }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
    ),
  )
  .map(([facts, ids, cuts]) => {
    const rows = facts.map(([day, amount, word], at) =>
      row(day + 1, `word ${word}`, {
        amount: `${amount + 1}`,
        line: at + 1,
        id: ids[at] ? `id ${at}` : null,
      }),
    );
    const slices = cuts.map(([a, b, order]) => {
      const [from = 0, to = 0] = [a % rows.length, b % rows.length].toSorted((x, y) => x - y);
      const slice = rows.slice(from, to + 1);
      const turn = order % slice.length;
      return order % 2 ? [...slice.slice(turn), ...slice.slice(0, turn)] : slice;
    });
    return { rows, slices };
  });

/** Merges files with the answers of a user who knows which rows are the same. */
async function mergeTruly(files: readonly (readonly Row[])[]): Promise<Ledger> {
  let ledger = EMPTY_LEDGER;
  const seen = new Map<string, Set<number>>();
  for (const rows of files) {
    for (const each of rows) {
      const key = fingerprint(each);
      seen.set(key, (seen.get(key) ?? new Set()).add(each.line));
    }
    const { questions } = await merge(ledger, rows);
    const unasked = (
      await merge(
        ledger,
        rows,
        questions.map(
          ({ stored, row }): Answer =>
            fingerprint(stored) === fingerprint(row) ? "same" : "other",
        ),
      )
    ).ledger.rows;
    const missing = new Map(
      [...seen].map(([key, lines]) => [
        key,
        lines.size - unasked.filter((each) => fingerprint(each) === key).length,
      ]),
    );
    const answers = questions.map(({ stored, row }): Answer => {
      const key = fingerprint(row);
      const left = missing.get(key) ?? 0;
      if (fingerprint(stored) === key && left <= 0) return "same";
      if (fingerprint(stored) === key) missing.set(key, left - 1);
      return "other";
    });
    ledger = (await merge(ledger, rows, answers)).ledger;
  }
  return ledger;
}

const facts = (rows: readonly Pick<Row, "date" | "amount" | "description" | "payee" | "memo">[]) =>
  rows.map(fingerprint).toSorted();

test("files that split, overlap, repeat and reorder a statement add up to it", async () => {
  await fc.assert(
    fc.asyncProperty(statements, async ({ slices }) => {
      const all = new Map(slices.flat().map((each) => [each.line, each]));
      expect(facts((await mergeTruly(slices)).rows)).toEqual(facts([...all.values()]));
    }),
  );
});

test("files that are added again change nothing", async () => {
  await fc.assert(
    fc.asyncProperty(statements, async ({ slices }) => {
      const ledger = await mergeTruly(slices);
      for (const slice of slices) {
        const { questions } = await merge(ledger, slice);
        const again = await merge(ledger, slice, Array(questions.length).fill("same"));
        expect([again.added, again.changedFrom]).toEqual([0, null]);
        const known = ledger.rows.map(({ number }) => number);
        expect(again.ledger.rows.map(({ number }) => number)).toEqual(known);
        expect(facts(again.ledger.rows)).toEqual(facts(ledger.rows));
      }
    }),
  );
});
