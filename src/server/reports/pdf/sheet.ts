import PDFDocument from "pdfkit";
import type { PrintableReport } from "../../domain/asset-reports/printable-report.ts";
import { fullName } from "./account-names.ts";
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

/** An empty first page. The same report begins the same document each time. */
export const createSheet = (report: PrintableReport, maker: string): Sheet => {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.4",
    lang: "en-US",
    displayTitle: true,
    info: {
      Title: "Asset report",
      Subject: `Asset report ${report.assetReportId}`,
      Creator: maker,
      Producer: maker,
      CreationDate: new Date(report.generatedAt),
      ModDate: new Date(report.generatedAt),
    },
  });
  const count = createPageCount(pdf);
  const sheet: Sheet = {
    pdf,
    y: PAGE.top,
    room: () => PAGE.bottom - sheet.y,
    turn: () => {
      pdf.addPage();
      sheet.y = PAGE.top;
      if (count.pages() > 0) header(pdf, report);
      footer(pdf, report);
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

function header(pdf: PDFKit.PDFDocument, { user, generatedAt }: PrintableReport): void {
  const y = 34;
  const about = fullName(user);
  const title = about === null ? "Asset report" : `Asset report  ·  ${about}`;
  write(pdf, ellipsize(pdf, title, STYLE.small, 340), { x: PAGE.left, y, style: STYLE.small });
  const date = printedDate(new Date(generatedAt).toISOString().slice(0, 10));
  write(pdf, date, { right: PAGE.right, y, style: STYLE.small });
  rule(pdf, y + 14);
}

function footer(pdf: PDFKit.PDFDocument, { assetReportId }: PrintableReport): void {
  rule(pdf, FOOT - 8);
  const style = STYLE.small;
  const note = "As told by the institutions. Not an audit.";
  write(pdf, note, { center: PAGE.width / 2 - 40, y: FOOT, style });
  write(pdf, `Report ${assetReportId}`, { right: PAGE.right, y: FOOT, style });
}

/** A line across the page. */
export const rule = (pdf: PDFKit.PDFDocument, y: number, color: string = COLOR.rule): void => {
  pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor(color).stroke();
};
