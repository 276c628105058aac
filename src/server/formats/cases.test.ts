import { describe, expect, test } from "vitest";
import { CASE_KINDS, filesOfKind, readCase } from "./file-cases.fixture.ts";
import { guessCsv, openFiles, readStatements } from "./index.ts";

describe.each(CASE_KINDS)("%s", (kind) => {
  test.each(filesOfKind(kind))("%s is read as its bank meant it, or asked", (file) => {
    const { bytes, right: expected } = readCase(kind, file);
    const refusal = readRefusal(bytes);
    if (refusal !== null && expected.orSentence !== undefined)
      return expect(refusal).toContain(expected.orSentence);
    const files = openFiles(bytes);
    if (files.some(({ doubt }) => doubt)) return expect(expected.orAsked).toBe("encoding");
    const guess = guessCsv(bytes);
    const questions = guess?.doubts.filter((doubt) => doubt !== expected.orAsked);
    expect(questions ?? []).toEqual([]);
    const isAsked = guess?.doubts.some((doubt) => doubt === expected.orAsked) === true;
    // A user answers the question about the sign.
    const isTurned = isAsked && expected.orAsked === "sign" && expected.negated === true;
    const mapping = isTurned && guess ? { ...guess.mapping, isNegated: true } : guess?.mapping;
    const { statements } = readStatements(bytes, {
      ...(mapping && { csv: mapping }),
      dateOrder: "DMY",
    });
    const rows = statements
      .flatMap(({ transactions, investments }) => [
        ...transactions,
        ...(investments?.transactions ?? []).flatMap(({ date, amount, row }) =>
          row ? { ...row, date, pending: false, amount: `${-amount}` } : [],
        ),
      ])
      .map(({ date, amount, pending, description, payee, memo }) => ({
        day: `${date} ${Number(amount)}`,
        pending,
        text: [description, payee, memo].join(" "),
      }));
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
    if (expected.pending !== undefined)
      expect(rows.filter(({ pending }) => pending)).toHaveLength(expected.pending);
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

/** The refusal of a file as a sentence; null if the file is read. */
function readRefusal(bytes: Uint8Array): string | null {
  try {
    readStatements(bytes, { dateOrder: "DMY" });
    return null;
  } catch (failure) {
    return String(failure);
  }
}
