import { rule, type Sheet } from "./sheet.ts";
import { COLOR, PAGE, STYLE, WIDTH } from "./theme.ts";
import { ellipsize, write } from "./write.ts";

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
