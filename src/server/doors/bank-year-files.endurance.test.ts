import { expect, test } from "vitest";
import { EMPTY_LEDGER, type Ledger } from "../connectors/files/file-account.ts";
import { mergeRows, spanOf } from "../connectors/files/merge-rows.ts";
import { dayOf } from "../domain/calendar.ts";
import { transaction } from "../formats/statement.fixture.ts";
import { type BankRow, bankYear } from "./bank-year.fixture.ts";
import { YEAR_DAYS } from "./year-walk.fixture.ts";

const FIRST_DAY = dayOf("2026-01-15");
/** The days of a download. */
const FILE_DAYS = 30;
const SEEDS = ["1", "2", "6", "2028"];

test("years of weekly files with stable, shifting and changing ids have no double, and no payment is lost", async () => {
  let [asked, count] = [0, 0];
  for (const seed of SEEDS) {
    const bank = bankYear(seed, FIRST_DAY, YEAR_DAYS);
    let ledger: Ledger = EMPTY_LEDGER;
    for (let day = FIRST_DAY + 5; day < FIRST_DAY + YEAR_DAYS; day += 7) {
      const rows = bank.list(day, day - FILE_DAYS).map(toRow);
      const span = spanOf(null, null, rows) ?? { from: "", to: "" };
      const merge = await mergeRows(ledger, { rows, span }, "same");
      ({ ledger } = merge);
      asked += merge.questions.length;
      const truth = bank.list(day, FIRST_DAY).map(toRow);
      expect(ledger.rows.map(factsOf).toSorted()).toEqual(truth.map(factsOf).toSorted());
    }
    count += ledger.rows.length;
  }
  // All are of the weeks in which it is not known yet that the bank books again.
  expect(asked / count).toBeLessThanOrEqual(1 / 1000);
}, 120_000);

const toRow = ({ id, truth, date, cents, words, pending }: BankRow) =>
  transaction({
    ...{ date, id, pending, description: words, reference: truth },
    amount: ((0 - cents) / 100).toFixed(2),
  });

type Facts = Pick<ReturnType<typeof toRow>, "date" | "amount" | "pending" | "reference">;
const factsOf = ({ date, amount, pending, reference }: Facts): string =>
  `${reference} ${date} ${amount} ${pending}`;
