import { rule, type Sheet } from "./sheet.ts";
import {
  COLOR,
  ellipsize,
  heightOf,
  PAGE,
  STYLE,
  WIDTH,
  write,
  writeParagraph,
} from "./typesetting.ts";

/** A column: the position at which its text begins, or at which it ends and its width. */
export type Column = { name: string } & (
  | { x: number; upTo: number }
  | { right: number; room: number }
);

const HEAD = 17;
const ROW = 16;

/** Writes rows of one line under the names of their columns, which are repeated on each page. */
export const writeTable = (
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void => {
  const { pdf } = sheet;
  const line = (texts: readonly string[], y: number, style: (typeof STYLE)[keyof typeof STYLE]) => {
    for (const [at, column] of columns.entries()) {
      const room = "right" in column ? column.room : column.upTo - column.x - 8;
      const text = ellipsize(pdf, texts[at] ?? "", style, room);
      const place = "right" in column ? { right: column.right } : { x: column.x };
      write(pdf, text, { ...place, y, style });
    }
  };
  const head = () => {
    line(
      columns.map(({ name }) => name),
      sheet.y,
      STYLE.columnName,
    );
    rule(pdf, sheet.y + 12, COLOR.muted);
    sheet.y += HEAD - 2;
  };
  sheet.need(HEAD + ROW * Math.min(3, rows.length));
  head();
  for (const [at, row] of rows.entries()) {
    if (sheet.room() < ROW) {
      sheet.turn();
      head();
    }
    if (at % 2 === 1) pdf.rect(PAGE.left, sheet.y, WIDTH, ROW).fill(COLOR.band);
    line(row, sheet.y + 4, STYLE.row);
    sheet.y += ROW;
  }
  rule(pdf, sheet.y);
  sheet.y += 18;
};

/** Writes the heading of a part of a document, with space below it. */
export const writeHeading = (sheet: Sheet, text: string): void => {
  sheet.need(110);
  write(sheet.pdf, text, { x: PAGE.left, y: sheet.y, style: STYLE.heading });
  sheet.y += 24;
};

const BOX_HEIGHT = 46;

/** Writes a line of boxes, each with a label and a value. */
export const writeBoxes = (sheet: Sheet, boxes: readonly (readonly [string, string])[]): void => {
  const { pdf } = sheet;
  sheet.need(BOX_HEIGHT + 8);
  const top = sheet.y;
  pdf.rect(PAGE.left, top, WIDTH, BOX_HEIGHT).fill(COLOR.band);
  const room = WIDTH / boxes.length;
  for (const [at, [label, value]] of boxes.entries()) {
    const x = PAGE.left + 12 + at * room;
    const style = { ...STYLE.heading, size: 12 };
    write(pdf, label, { x, y: top + 9, style: STYLE.label });
    write(pdf, ellipsize(pdf, value, style, room - 14), { x, y: top + 21, style });
  }
  sheet.y += BOX_HEIGHT + 8;
};

/** A label and its value; a fact that is null or empty is left out. */
export type Fact = readonly [label: string, value: string | null];

const GAP = 18;
const LABEL = 11;
const BETWEEN = 6;

/** Writes facts in parallel columns, all on one page. */
export const factColumns = (
  sheet: Sheet,
  columns: readonly (readonly Fact[])[],
  width: number,
): void => {
  const { pdf } = sheet;
  const each = (width - GAP * (columns.length - 1)) / columns.length;
  const columnFacts = columns.map((facts) =>
    facts.flatMap(([label, value]) =>
      value
        ? [{ label, value, height: heightOf(pdf, value, { width: each, style: STYLE.body }) }]
        : [],
    ),
  );
  const heights = columnFacts.map((facts) =>
    facts.reduce((sum, { height }) => sum + LABEL + height + BETWEEN, 0),
  );
  const highest = Math.max(...heights);
  sheet.need(Math.min(highest, PAGE.bottom - PAGE.top));
  for (const [at, facts] of columnFacts.entries()) {
    const x = PAGE.left + at * (each + GAP);
    let y = sheet.y;
    for (const { label, value, height } of facts) {
      write(pdf, label, { x, y, style: STYLE.label });
      writeParagraph(pdf, value, { x, y: y + LABEL, width: each, style: STYLE.body });
      y += LABEL + height + BETWEEN;
    }
  }
  sheet.y += highest;
};
