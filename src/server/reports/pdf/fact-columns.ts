import { PAGE, STYLE } from "./look.ts";
import type { Sheet } from "./sheet.ts";
import { heightOf, write, writeParagraph } from "./write.ts";

/** What something is called, and what it is; a fact that is null or empty is left out. */
export type Fact = readonly [label: string, value: string | null];

const GAP = 18;
const LABEL = 11;
const BETWEEN = 6;

/** Writes facts under each other in columns beside each other, all of them on one page. */
export const factColumns = (
  sheet: Sheet,
  columns: readonly (readonly Fact[])[],
  width: number,
): void => {
  const { pdf } = sheet;
  const each = (width - GAP * (columns.length - 1)) / columns.length;
  const written = columns.map((facts) =>
    facts.flatMap(([label, value]) =>
      value
        ? [{ label, value, height: heightOf(pdf, value, { width: each, style: STYLE.body }) }]
        : [],
    ),
  );
  const heights = written.map((facts) =>
    facts.reduce((sum, { height }) => sum + LABEL + height + BETWEEN, 0),
  );
  const highest = Math.max(...heights);
  sheet.need(Math.min(highest, PAGE.bottom - PAGE.top));
  for (const [at, facts] of written.entries()) {
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
