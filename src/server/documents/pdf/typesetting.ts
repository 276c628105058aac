import { printableText } from "./printed-text.ts";
import type { LeafTag, TagFacts, Tags } from "./tags.ts";

/** A document, and its structure. */
export type Paper = { readonly pdf: PDFKit.PDFDocument; readonly tags: Tags };

/** US Letter in points, the format of Asset Reports' readers. */
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

/** The position of a line: from `x`, up to `right`, or around `center`; `y` is its top. */
type Place = { y: number; style: Style; tag?: LeafTag; facts?: TagFacts } & (
  | { x: number }
  | { right: number }
  | { center: number }
);

/**
 * Writes a line: an element of the structure with a tag, or else an artifact that screen readers
 * skip.
 */
export const write = ({ pdf, tags }: Paper, text: string, place: Place): void => {
  const draw = () => {
    const line = printableText(text);
    setStyle(pdf, place.style);
    const x = leftOf(place, () => pdf.widthOfString(line));
    pdf.text(line, x, place.y, { lineBreak: false });
  };
  if (place.tag) tags.leaf(place.tag, draw, place.facts);
  else draw();
};

const LINE_GAP = 1.5;

type TextBlock = { x: number; y: number; width: number; style: Style; tag?: LeafTag };

/** Writes a paragraph, cut to a page, and returns its height. */
export const writeParagraph = (
  { pdf, tags }: Paper,
  text: string,
  { x, y, width, style, tag = "P" }: TextBlock,
): number => {
  const height = heightOf(pdf, text, { width, style });
  tags.leaf(tag, () => pdf.text(printableLines(text), x, y, { width, lineGap: LINE_GAP }));
  return height;
};

/** Returns the height of a paragraph. */
export const heightOf = (
  pdf: PDFKit.PDFDocument,
  text: string,
  { width, style }: { width: number; style: Style },
): number => {
  setStyle(pdf, style);
  return pdf.heightOfString(printableLines(text), { width, lineGap: LINE_GAP });
};

/** Returns the width of a line. */
export const lineWidth = (pdf: PDFKit.PDFDocument, text: string, style: Style): number => {
  const line = printableText(text);
  setStyle(pdf, style);
  return pdf.widthOfString(line);
};

/** Returns a line, cut with an ellipsis if it is too wide. */
export const ellipsize = (
  pdf: PDFKit.PDFDocument,
  text: string,
  style: Style,
  width: number,
): string => {
  const line = printableText(text);
  setStyle(pdf, style);
  if (pdf.widthOfString(line) <= width) return line;
  let [fits, over] = [0, line.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (pdf.widthOfString(`${line.slice(0, middle)}…`) <= width) fits = middle;
    else over = middle;
  }
  return `${line.slice(0, fits).trimEnd()}…`;
};

/**
 * The maximum number of characters and lines of a paragraph, so that it fits on a page in the
 * narrowest column.
 */
const MAX_PARAGRAPH = 700;
const MAX_PARAGRAPH_LINES = 12;

/** Returns the lines of a paragraph, cut with an ellipsis if there are too many. */
const printableLines = (text: string): string => {
  const lines = text
    .slice(0, MAX_PARAGRAPH + 1)
    .split("\n")
    .map(printableText);
  const cut = lines.slice(0, MAX_PARAGRAPH_LINES).join("\n").slice(0, MAX_PARAGRAPH);
  const isWhole = text.length <= MAX_PARAGRAPH && lines.length <= MAX_PARAGRAPH_LINES;
  return isWhole ? cut : `${cut.trimEnd()}…`;
};

function setStyle(pdf: PDFKit.PDFDocument, { font, size, color }: Style): void {
  pdf.font(font).fontSize(size).fillColor(color);
}

function leftOf(place: Place, widthOf: () => number): number {
  if ("x" in place) return place.x;
  return "right" in place ? place.right - widthOf() : place.center - widthOf() / 2;
}
