import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { guessCsv, openFiles, readStatements } from "./index.ts";

/** The folder of cases: ours, or another one of the same form, whose kinds of `KIND` are read. */
const FOLDER = process.env.FILE_CASES ?? join(import.meta.dirname, "cases");
const KIND = process.env.FILE_KIND ?? "";

/** The right reading of a file: money out is negative; `a|b` is either, `*` any, `?` behind a currency a hint. */
const Expected = z.looseObject({
  rows: z.array(
    z.looseObject({ date: z.string(), amount: z.string(), text: z.string().optional() }),
  ),
  balance: z.string().default("*"),
  currency: z.string().default("*"),
  accounts: z.int().optional(),
  mask: z.string().optional(),
  /** Texts that no row has. */
  forbid: z.union([z.array(z.string()), z.string().transform((text) => [text])]).default([]),
  /** A doubt that is right as well. */
  orAsked: z.string().optional(),
  /** Whether the answer to that question turns all signs. */
  negated: z.boolean().optional(),
  /** A part of the sentence of a refusal that is right as well. */
  orSentence: z.string().optional(),
  /** Whether rows of zero are no fault. */
  allowZero: z.boolean().optional(),
});

const kinds = readdirSync(FOLDER).filter(
  // The files of the kind over time are merged, which their connector tests.
  (kind) => kind.startsWith(KIND) && !/README|over-time/.test(kind),
);

describe.each(kinds)("%s", (kind) => {
  const folder = join(FOLDER, kind);
  const files = readdirSync(folder).filter((file) => !file.endsWith(".expected.json"));

  test.each(files)("%s is read as its bank meant it, or asked", (file) => {
    const name = basename(file, extname(file));
    const expected = Expected.parse(
      JSON.parse(readFileSync(join(folder, `${name}.expected.json`), "utf8")),
    );
    const bytes = readFileSync(join(folder, file));
    const refusal = refusalOf(bytes);
    if (refusal !== null && expected.orSentence !== undefined)
      return expect(refusal).toContain(expected.orSentence);
    const files = openFiles(bytes);
    if (files.some(({ doubt }) => doubt)) return expect(expected.orAsked).toBe("encoding");
    const guess = guessCsv(bytes);
    const isAsked = guess?.doubts.some((doubt) => doubt === expected.orAsked) === true;
    // A user who is asked for the sign answers it.
    const isTurned = isAsked && expected.orAsked === "sign" && expected.negated === true;
    const mapping = isTurned && guess ? { ...guess.mapping, isNegated: true } : guess?.mapping;
    const { statements } = readStatements(bytes, {
      ...(mapping && { csv: mapping }),
      dateOrder: "DMY",
    });
    const rows = statements.flatMap(({ transactions }) =>
      transactions.map(({ date, amount, description, payee, memo }) => ({
        day: `${date} ${Number(amount)}`,
        text: [description, payee, memo].join(" "),
      })),
    );
    if (isAsked && !isTurned) return;
    const booked = rows.filter(({ day }) => !(expected.allowZero && day.endsWith(" 0")));
    const wanted = expected.rows.map(({ date, amount }) => `${date} ${Number(amount)}`);
    expect(booked.map(({ day }) => day).toSorted()).toEqual(wanted.toSorted());
    for (const { date, amount, text = "" } of expected.rows)
      expect(
        rows.find(
          ({ day, ...row }) => day === `${date} ${Number(amount)}` && row.text.includes(text),
        ),
        text,
      ).toBeDefined();
    for (const text of expected.forbid)
      expect(rows.filter((row) => row.text.includes(text))).toEqual([]);
    if (expected.accounts !== undefined) expect(statements).toHaveLength(expected.accounts);
    if (expected.balance !== "*")
      expect(expected.balance.split("|").map(Number)).toContain(
        statements
          .flatMap(({ balances }) => balances.filter(({ kind: one }) => one === "closing"))
          .map(({ amount }) => Number(amount))[0],
      );
    const [first] = statements;
    if (!expected.currency.startsWith("*"))
      expect(first?.account.currency ?? guess?.currency).toBe(expected.currency.replace("?", ""));
    if (expected.mask !== undefined)
      expect(first?.account.iban ?? first?.account.id).toMatch(new RegExp(`${expected.mask}$`));
  });
});

/** The sentence with which a file is refused; null if it is read. */
function refusalOf(bytes: Uint8Array): string | null {
  try {
    readStatements(bytes, { dateOrder: "DMY" });
    return null;
  } catch (failure) {
    return String(failure);
  }
}
