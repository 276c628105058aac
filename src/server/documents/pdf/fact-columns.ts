import type { Sheet } from "./sheet.ts";
import { PAGE, STYLE } from "./theme.ts";
import { heightOf, write, writeParagraph } from "./write.ts";

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
