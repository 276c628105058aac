/** US Letter in points: lenders who read Asset Reports use that format. */
export const PAGE = {
  width: 612,
  height: 792,
  left: 48,
  right: 564,
  top: 66,
  bottom: 732,
} as const;

/** The width of the text area. */
export const WIDTH = PAGE.right - PAGE.left;

export const COLOR = {
  ink: "#1b2733",
  muted: "#5d6b78",
  rule: "#cfd7de",
  band: "#f2f5f7",
  accent: "#1d5c87",
  area: "#dbe8f1",
} as const;

/** A text style: one of the PDF standard fonts, its size in points, its color. */
export type Style = { font: "Helvetica" | "Helvetica-Bold"; size: number; color: string };

const plain = (size: number, color: string = COLOR.ink): Style => ({
  font: "Helvetica",
  size,
  color,
});
const bold = (size: number, color: string = COLOR.ink): Style => ({
  font: "Helvetica-Bold",
  size,
  color,
});

export const STYLE = {
  title: bold(26),
  heading: bold(14),
  subheading: bold(10),
  body: plain(9),
  strong: bold(9),
  label: plain(7.5, COLOR.muted),
  small: plain(7.5, COLOR.muted),
  row: plain(8.5),
  rowStrong: bold(8.5),
  rowMuted: plain(8.5, COLOR.muted),
  columnName: bold(7.5, COLOR.muted),
  axis: plain(7, COLOR.muted),
} as const;
