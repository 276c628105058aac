import PDFDocument from "pdfkit";
import { printedDate } from "./dates.ts";
import { COLOR, PAGE, STYLE } from "./look.ts";
import { createPageCount } from "./page-count.ts";
import { printableText } from "./printable-text.ts";
import { ellipsize, write } from "./write.ts";

/** The pages of a report, written from top to bottom. */
export type Sheet = {
  readonly pdf: PDFKit.PDFDocument;
  /** The y position of the next line on the page. */
  y: number;
  /** The remaining height of the page. */
  room(): number;
  /** Goes on to the next page. */
  turn(): void;
  /** Goes on to the next page unless this one has that much room. */
  need(height: number): void;
  /** Adds an entry to the outline of the document. */
  mark(title: string): void;
  /** The bytes written since the last call; full pages are streamed. */
  pieces(): Generator<Uint8Array>;
  /** Ends the document. */
  end(): void;
};

/** What the pages of a document say of it. */
export type Title = {
  /** Its kind, e.g. `Asset report`. */
  name: string;
  reportId: string;
  generatedAt: number;
  /** The person it is about; null for nobody named. */
  about: string | null;
};

/** An empty first page. The same title begins the same document each time. */
export const createSheet = (title: Title, maker: string): Sheet => {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.4",
    lang: "en-US",
    displayTitle: true,
    info: {
      Title: title.name,
      Subject: `${title.name} ${title.reportId}`,
      Creator: maker,
      Producer: maker,
      CreationDate: new Date(title.generatedAt),
      ModDate: new Date(title.generatedAt),
    },
  });
  const count = createPageCount(pdf);
  const sheet: Sheet = {
    pdf,
    y: PAGE.top,
    room: () => PAGE.bottom - sheet.y,
    turn: () => {
      const last = pdf.page?.dictionary;
      pdf.addPage();
      // The last page has been written. PDFKit holds on to what it had said of it, for all pages.
      if (last) Object.assign(last, { data: {} });
      sheet.y = PAGE.top;
      if (count.pages() > 0) header(pdf, title);
      footer(pdf, title);
      count.mark(PAGE.left, FOOT);
    },
    need: (height) => {
      if (sheet.room() < height) sheet.turn();
    },
    mark: (title) => {
      pdf.outline.addItem(printableText(title));
    },
    pieces: function* () {
      for (let piece = pdf.read(); piece !== null; piece = pdf.read()) yield piece;
    },
    end: () => {
      count.end();
      pdf.end();
    },
  };
  sheet.turn();
  return sheet;
};

const FOOT = PAGE.bottom + 22;

function header(pdf: PDFKit.PDFDocument, { name, about, generatedAt }: Title): void {
  const y = 34;
  const text = about === null ? name : `${name}  ·  ${about}`;
  write(pdf, ellipsize(pdf, text, STYLE.small, 340), { x: PAGE.left, y, style: STYLE.small });
  const date = printedDate(new Date(generatedAt).toISOString().slice(0, 10));
  write(pdf, date, { right: PAGE.right, y, style: STYLE.small });
  rule(pdf, y + 14);
}

function footer(pdf: PDFKit.PDFDocument, { reportId }: Title): void {
  rule(pdf, FOOT - 8);
  const style = STYLE.small;
  const note = "As told by the institutions. Not an audit.";
  write(pdf, note, { center: PAGE.width / 2 - 40, y: FOOT, style });
  write(pdf, `Report ${reportId}`, { right: PAGE.right, y: FOOT, style });
}

/** A line across the page. */
export const rule = (pdf: PDFKit.PDFDocument, y: number, color: string = COLOR.rule): void => {
  pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor(color).stroke();
};
