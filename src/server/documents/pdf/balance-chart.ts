import type {
  AssetReportAccountSummary,
  HistoricalBalance,
} from "../../../protocol/reports/asset-report.ts";
import { firstDayOf, toDate, toDay, toMonth } from "../../domain/calendar.ts";
import { balanceAverages } from "../../domain/consumer-reports/base-report/make-base-report.ts";
import {
  currencyName,
  dayOfMonth,
  isDebt,
  money,
  printedDate,
  roundMoney,
  shortMonth,
} from "./printed-text.ts";
import type { Sheet } from "./sheet.ts";
import { writeFact } from "./tables.ts";
import { COLOR, PAGE, STYLE, WIDTH, write } from "./typesetting.ts";

const HEIGHT = 112;
const AXIS = 58;
const PLOT = { left: PAGE.left + AXIS, right: PAGE.right - 6 };
const MAX_TICKS = 5;
const MAX_DATES = 9;

/**
 * Draws the balance at the end of each day, with the oldest one, the average, the lowest and the
 * highest: over all days, or since a day, as in the report's averages.
 */
export const balanceChart = (
  sheet: Sheet,
  account: AssetReportAccountSummary,
  newestFirst: readonly HistoricalBalance[],
  averagedSince = "",
): void => {
  const [latest] = newestFirst;
  const oldest = newestFirst.at(-1);
  if (!latest || !oldest) {
    noChart(sheet);
    return;
  }
  sheet.need(HEIGHT + 84);
  const days = newestFirst.toReversed();
  const balances = days.map(({ current }) => current);
  const what = isDebt(account) ? "Owed" : "Balance";
  write(sheet, `${what} at the end of each day, in ${currencyName(latest)}`, {
    ...{ x: PAGE.left, y: sheet.y },
    ...{ style: STYLE.subheading, tag: "H3" },
  });
  sheet.y += 17;
  figures(
    sheet,
    newestFirst.filter(({ date }) => date >= averagedSince),
    oldest,
  );
  const ticks = amountTicks(Math.min(...balances), Math.max(...balances), MAX_TICKS);
  const top = sheet.y + 4;
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const yOf = (amount: number) => top + HEIGHT - ((amount - low) / (high - low)) * HEIGHT;
  const step = (PLOT.right - PLOT.left) / days.length;
  const draw = () => {
    amountAxis(sheet, ticks, latest, yOf);
    curve(sheet.pdf, balances, step, yOf, Math.min(Math.max(0, low), high));
    dateAxis(sheet, { from: oldest.date, to: latest.date }, step, days, top + HEIGHT);
  };
  const bottom = top + HEIGHT + 30;
  const box = [PAGE.left, top - 6, PAGE.right, bottom] as const;
  sheet.tags.leaf("Figure", draw, { alt: inWords(what, oldest, latest), box });
  sheet.y = bottom;
};

/**
 * Returns the chart as text for readers who cannot see it. The lowest and highest day are in the
 * text above.
 */
const inWords = (what: string, oldest: HistoricalBalance, latest: HistoricalBalance): string =>
  `Chart of the ${what === "Owed" ? "debt" : "balance"}: ${money(oldest.current, oldest)} on ` +
  `${printedDate(oldest.date)}, ${money(latest.current, latest)} on ${printedDate(latest.date)}.`;

function noChart(sheet: Sheet): void {
  const note = "The institution does not report this account's balance.";
  write(sheet, note, { x: PAGE.left, y: sheet.y, style: STYLE.body, tag: "P" });
  sheet.y += 24;
}

function figures(
  sheet: Sheet,
  newestFirst: readonly HistoricalBalance[],
  oldest: HistoricalBalance,
): void {
  const { average_balance } = balanceAverages(newestFirst);
  if (average_balance === null) return;
  const days = newestFirst.toReversed();
  const lowest = days.reduce((min, day) => (day.current < min.current ? day : min));
  const highest = days.reduce((max, day) => (day.current > max.current ? day : max));
  const columns = [
    ["Average", money(average_balance, lowest)],
    [`Lowest, ${printedDate(lowest.date)}`, money(lowest.current, lowest)],
    [`Highest, ${printedDate(highest.date)}`, money(highest.current, highest)],
    [`First, ${printedDate(oldest.date)}`, money(oldest.current, oldest)],
  ] as const;
  const { y } = sheet;
  sheet.tags.open("L");
  for (const [at, fact] of columns.entries()) {
    const x = PAGE.left + (at * WIDTH) / columns.length;
    writeFact(sheet, fact, { x, y, valueY: y + 10, style: STYLE.strong });
  }
  sheet.tags.close();
  sheet.y += 28;
}

function amountAxis(
  sheet: Sheet,
  ticks: readonly number[],
  currency: HistoricalBalance,
  yOf: (amount: number) => number,
): void {
  for (const tick of ticks) {
    const y = yOf(tick);
    const color = tick === 0 ? COLOR.muted : COLOR.rule;
    sheet.pdf.moveTo(PLOT.left, y).lineTo(PLOT.right, y).lineWidth(0.5).strokeColor(color).stroke();
    write(sheet, roundMoney(tick, currency), { right: PLOT.left - 6, y: y - 3, style: STYLE.axis });
  }
}

/** Draws the balance as a step line, a step per day. */
function curve(
  pdf: PDFKit.PDFDocument,
  balances: readonly number[],
  step: number,
  yOf: (amount: number) => number,
  base: number,
): void {
  const trace = () => {
    for (const [at, amount] of balances.entries()) {
      const [x, y] = [PLOT.left + at * step, yOf(amount)];
      if (at === 0) pdf.moveTo(x, y);
      else pdf.lineTo(x, y);
      pdf.lineTo(x + step, y);
    }
  };
  trace();
  pdf
    .lineTo(PLOT.left + balances.length * step, yOf(base))
    .lineTo(PLOT.left, yOf(base))
    .closePath();
  pdf.fillOpacity(0.75).fill(COLOR.area).fillOpacity(1);
  trace();
  pdf.lineWidth(1.1).lineJoin("round").strokeColor(COLOR.accent).stroke();
}

function dateAxis(
  sheet: Sheet,
  { from, to }: { from: string; to: string },
  step: number,
  days: readonly HistoricalBalance[],
  bottom: number,
): void {
  const places = new Map(days.map(({ date }, at) => [date, PLOT.left + at * step]));
  const isLong = days.length > 62;
  let year = "";
  for (const date of dateTicks(from, to, MAX_DATES)) {
    const x = places.get(date) ?? PLOT.left;
    sheet.pdf
      .moveTo(x, bottom)
      .lineTo(x, bottom + 3)
      .lineWidth(0.5)
      .strokeColor(COLOR.muted)
      .stroke();
    const isNewYear = date.slice(0, 4) !== year;
    year = date.slice(0, 4);
    const label = isLong ? shortMonth(date) : dayOfMonth(date);
    const center = Math.min(Math.max(x, PLOT.left + 10), PLOT.right - 10);
    write(sheet, label, { center, y: bottom + 6, style: STYLE.axis });
    if (isNewYear) write(sheet, year, { center, y: bottom + 14, style: STYLE.axis });
  }
}

const STEPS = [1, 2, 2.5, 5, 10];

/**
 * Returns about `max` round amounts that cover a range in even steps. A range near zero for its
 * width, or an empty range, is extended to zero, so that the chart does not exaggerate.
 */
export const amountTicks = (low: number, high: number, max: number): number[] => {
  const [from, to] = widenRange(low, high);
  const rough = (to - from) / max;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough * 0.999) ?? 10);
  const first = Math.floor(from / step + 1e-9);
  const last = Math.ceil(to / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => roundAmount((first + at) * step));
};

function widenRange(low: number, high: number): [number, number] {
  const from = low > 0 && low < high * 0.6 ? 0 : low;
  const to = high < 0 && high > low * 0.6 ? 0 : high;
  if (from < to) return [from, to];
  return from === 0 ? [0, 1] : [Math.min(0, from), Math.max(0, to)];
}

const roundAmount = (amount: number): number => Math.round(amount * 10_000) / 10_000;

/**
 * Returns at most `max` dates that divide a period evenly: firsts of months, or days of a short
 * period.
 */
export const dateTicks = (from: string, to: string, max: number): string[] => {
  const [first, last] = [toDay(from), toDay(to)];
  if (last - first < 62) {
    const step = Math.max(1, Math.ceil((last - first + 1) / max));
    return range(first, last, step).map(toDate);
  }
  const firstMonth = toMonth(first - 1) + 1;
  const months = toMonth(last) - firstMonth + 1;
  const step = [1, 2, 3, 6].find((each) => Math.ceil(months / each) <= max) ?? 12;
  return range(Math.ceil(firstMonth / step) * step, toMonth(last), step).map((month) =>
    toDate(firstDayOf(month)),
  );
};

const range = (from: number, to: number, step: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((to - from) / step) + 1) },
    (_, at) => from + at * step,
  );
