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

/** Writes facts in parallel columns, on one page if they fit; further ones go to the next pages. */
export const factColumns = (
  sheet: Sheet,
  columns: readonly (readonly Fact[])[],
  width: number,
): void => {
  const each = (width - GAP * (columns.length - 1)) / columns.length;
  let rest = columns.map((facts) => facts.flatMap((fact) => measure(sheet, fact, each)));
  sheet.need(Math.min(heightOfColumns(rest), PAGE.bottom - PAGE.top));
  for (;;) {
    const room = sheet.room();
    const here = rest.map((facts) => facts.filter(fitsIn(room)));
    for (const [at, facts] of here.entries())
      writeColumn(sheet, facts, { x: PAGE.left + at * (each + GAP), width: each });
    sheet.y += heightOfColumns(here);
    rest = rest.map((facts, at) => facts.slice(here[at]?.length));
    if (rest.every((facts) => facts.length === 0)) return;
    sheet.turn();
  }
};

type MeasuredFact = { label: string; value: string; height: number };

/** Returns a fact with the height of its text; nothing if it has none. */
function measure({ pdf }: Sheet, [label, value]: Fact, width: number): MeasuredFact[] {
  if (!value) return [];
  return [{ label, value, height: heightOf(pdf, value, { width, style: STYLE.body }) }];
}

const heightOfFact = ({ height }: MeasuredFact): number => LABEL + height + BETWEEN;

const heightOfColumns = (columns: readonly (readonly MeasuredFact[])[]): number =>
  Math.max(...columns.map((facts) => facts.reduce((sum, fact) => sum + heightOfFact(fact), 0)));

/** Returns whether the next fact of a column fits, and so did all before it. */
const fitsIn = (room: number): ((fact: MeasuredFact) => boolean) => {
  let left = room;
  return (fact) => {
    left -= heightOfFact(fact);
    return left >= 0;
  };
};

function writeColumn(
  { pdf, y: top }: Sheet,
  facts: readonly MeasuredFact[],
  { x, width }: { x: number; width: number },
): void {
  let y = top;
  for (const fact of facts) {
    write(pdf, fact.label, { x, y, style: STYLE.label });
    writeParagraph(pdf, fact.value, { x, y: y + LABEL, width, style: STYLE.body });
    y += heightOfFact(fact);
  }
}
