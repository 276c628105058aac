import { rule, type Sheet } from "./sheet.ts";
import type { LeafTag, TagFacts } from "./tags.ts";
import {
  COLOR,
  ellipsize,
  heightOf,
  PAGE,
  STYLE,
  type Style,
  WIDTH,
  write,
  writeParagraph,
} from "./typesetting.ts";

/** A column: the position at which its text begins, or at which it ends and its width. */
export type Column = { name: string /** Whether its cells name their rows. */; isHeader?: true } & (
  | { x: number; upTo: number }
  | { right: number; room: number }
);

const HEAD = 17;
const ROW = 16;

/** Writes single-line rows under column names, which are repeated on each page. */
export const writeTable = (
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void => {
  const { pdf, tags } = sheet;
  type Cell = { y: number; style: Style; tag?: LeafTag; facts?: TagFacts };
  const line = (texts: readonly string[], of: (column: Column) => Cell) => {
    for (const [at, column] of columns.entries()) {
      const room = "right" in column ? column.room : column.upTo - column.x - 8;
      const cell = of(column);
      const text = ellipsize(pdf, texts[at] ?? "", cell.style, room);
      const place = "right" in column ? { right: column.right } : { x: column.x };
      write(sheet, text, { ...place, ...cell });
    }
  };
  /** The column names are in the structure once; on further pages they are only visible. */
  const head = (isFirst = false) => {
    const style = STYLE.columnName;
    line(
      columns.map(({ name }) => name),
      () => ({ y: sheet.y, style, ...(isFirst && COLUMN_NAME) }),
    );
    rule(pdf, sheet.y + 12, COLOR.muted);
    sheet.y += HEAD - 2;
  };
  sheet.need(HEAD + ROW * Math.min(3, rows.length));
  tags.open("Table");
  tags.within("THead", () => tags.within("TR", () => head(true)));
  tags.open("TBody");
  for (const [at, row] of rows.entries()) {
    if (sheet.room() < ROW) {
      sheet.turn();
      head();
    }
    if (at % 2 === 1) pdf.rect(PAGE.left, sheet.y, WIDTH, ROW).fill(COLOR.band);
    const cell = { y: sheet.y + 4, style: STYLE.row };
    tags.within("TR", () =>
      line(row, ({ isHeader }) => ({ ...cell, ...(isHeader ? ROW_NAME : { tag: "TD" }) })),
    );
    sheet.y += ROW;
  }
  tags.close();
  tags.close();
  rule(pdf, sheet.y);
  sheet.y += 18;
};

/** The tags of the cell that names a column, and of one that names a row. */
export const COLUMN_NAME = { tag: "TH", facts: { scope: "Column" } } as const;
const ROW_NAME = { tag: "TH", facts: { scope: "Row" } } as const;

/** Writes the heading of a part of a document, with space below it. */
export const writeHeading = (sheet: Sheet, text: string): void => {
  sheet.need(110);
  write(sheet, text, { x: PAGE.left, y: sheet.y, style: STYLE.heading, tag: "H2" });
  sheet.y += 24;
};

const BOX_HEIGHT = 46;

/** Writes a line of boxes, each with a label and value. */
export const writeBoxes = (sheet: Sheet, boxes: readonly (readonly [string, string])[]): void => {
  const { pdf, tags } = sheet;
  sheet.need(BOX_HEIGHT + 8);
  const top = sheet.y;
  pdf.rect(PAGE.left, top, WIDTH, BOX_HEIGHT).fill(COLOR.band);
  const room = WIDTH / boxes.length;
  const style = { ...STYLE.heading, size: 12 };
  tags.open("L");
  for (const [at, [label, value]] of boxes.entries()) {
    const x = PAGE.left + 12 + at * room;
    const text = ellipsize(pdf, value, style, room - 14);
    writeFact(sheet, [label, text], { x, y: top + 9, valueY: top + 21, style });
  }
  tags.close();
  sheet.y += BOX_HEIGHT + 8;
};

/** Writes a label and its value's line, an entry of a list. */
export const writeFact = (
  sheet: Sheet,
  [label, value]: readonly [string, string],
  { x, y, valueY, style }: { x: number; y: number; valueY: number; style: Style },
): void =>
  sheet.tags.within("LI", () => {
    write(sheet, label, { x, y, style: STYLE.label, tag: "Lbl" });
    write(sheet, value, { x, y: valueY, style, tag: "LBody" });
  });

/** A label and its value. A null or empty fact is left out. */
export type Fact = readonly [label: string, value: string | null];

const GAP = 18;
const LABEL = 11;
const BETWEEN = 6;

/** Writes facts in parallel columns, on one page if they fit, and otherwise on several. */
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

/** Returns a fact with its text's height; empty for an empty fact. */
function measure({ pdf }: Sheet, [label, value]: Fact, width: number): MeasuredFact[] {
  if (!value) return [];
  return [{ label, value, height: heightOf(pdf, value, { width, style: STYLE.body }) }];
}

const heightOfFact = ({ height }: MeasuredFact): number => LABEL + height + BETWEEN;

const heightOfColumns = (columns: readonly (readonly MeasuredFact[])[]): number =>
  Math.max(...columns.map((facts) => facts.reduce((sum, fact) => sum + heightOfFact(fact), 0)));

/** Returns a function that tells whether a column's next fact fits, as all previous ones did. */
const fitsIn = (room: number): ((fact: MeasuredFact) => boolean) => {
  let left = room;
  return (fact) => {
    left -= heightOfFact(fact);
    return left >= 0;
  };
};

function writeColumn(
  sheet: Sheet,
  facts: readonly MeasuredFact[],
  { x, width }: { x: number; width: number },
): void {
  if (facts.length === 0) return;
  const { tags } = sheet;
  let { y } = sheet;
  tags.open("L");
  for (const fact of facts) {
    tags.open("LI");
    write(sheet, fact.label, { x, y, style: STYLE.label, tag: "Lbl" });
    const place = { x, y: y + LABEL, width };
    writeParagraph(sheet, fact.value, { ...place, style: STYLE.body, tag: "LBody" });
    tags.close();
    y += heightOfFact(fact);
  }
  tags.close();
}
