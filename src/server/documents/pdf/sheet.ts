import PDFDocument from "pdfkit";
import { createByteQueue } from "./byte-queue.ts";
import { printableText, printedDate } from "./printed-text.ts";
import { createTags } from "./tags.ts";
import { COLOR, ellipsize, PAGE, type Paper, STYLE, write } from "./typesetting.ts";

/** The pages of a report, written from top to bottom. */
export type Sheet = Paper & {
  /** The y position of the next line on the page. */
  y: number;
  /** The remaining height of the page. */
  room(): number;
  /** Continues on the next page. */
  turn(): void;
  /** Continues on the next page unless this page has enough room. */
  need(height: number): void;
  /** Adds an entry to the document's outline. */
  bookmark(title: string): void;
  /** The bytes written since the last call; full pages are streamed. */
  pieces(): Generator<Uint8Array>;
  /** Ends the document. */
  end(): void;
};

/** The facts shared by all pages of a document. */
export type Title = {
  /** The kind of document, such as `Asset report`. */
  name: string;
  reportId: string;
  generatedAt: number;
  /** The name of the user; null without one. */
  about: string | null;
  /** The words at the foot of each page; by default a report's. */
  foot?: { note: string; reference: string };
};

/** Creates a document with an empty first page. The same title always starts the same document. */
export const createSheet = (title: Title, maker: string): Sheet => {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: "1.4",
    lang: "en-US",
    tagged: true,
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
  const written = createByteQueue();
  written.add(pdf.read() ?? new Uint8Array());
  // PDFKit writes a line at a time. Its own stream would keep each line in a buffer, with ten times
  // its bytes.
  pdf.push = (line: Uint8Array | null) => {
    if (line) written.add(line);
    return true;
  };
  const tags = createTags(pdf);
  const paper = { pdf, tags };
  const count = createPageCount(paper);
  const sheet: Sheet = {
    ...paper,
    y: PAGE.top,
    room: () => PAGE.bottom - sheet.y,
    turn: () => {
      const last = pdf.page?.dictionary;
      if (last) tags.endPage();
      pdf.addPage();
      tags.beginPage();
      // PDFKit keeps each written page's data; this frees the data.
      if (last) Object.assign(last, { data: {} });
      sheet.y = PAGE.top;
      if (count.pages() > 0) header(paper, title);
      footer(paper, title);
      count.countPage(PAGE.left, FOOT);
    },
    need: (height) => {
      if (sheet.room() < height) sheet.turn();
    },
    bookmark: (title) => {
      pdf.outline.addItem(printableText(title));
    },
    pieces: () => written.take(),
    end: () => {
      tags.endPage();
      tags.end();
      count.end();
      pdf.end();
    },
  };
  sheet.turn();
  return sheet;
};

const FOOT = PAGE.bottom + 22;

function header(paper: Paper, { name, about, generatedAt }: Title): void {
  const { pdf } = paper;
  const y = 34;
  const text = about === null ? name : `${name}  ·  ${about}`;
  write(paper, ellipsize(pdf, text, STYLE.small, 340), { x: PAGE.left, y, style: STYLE.small });
  const date = printedDate(new Date(generatedAt).toISOString().slice(0, 10));
  write(paper, date, { right: PAGE.right, y, style: STYLE.small });
  rule(pdf, y + 14);
}

function footer(paper: Paper, { reportId, foot }: Title): void {
  rule(paper.pdf, FOOT - 8);
  const style = STYLE.small;
  const note = foot?.note ?? "As told by the institutions. Not an audit.";
  write(paper, note, { center: PAGE.width / 2 - 40, y: FOOT, style });
  write(paper, foot?.reference ?? `Report ${reportId}`, { right: PAGE.right, y: FOOT, style });
}

/** Draws a line across the page. */
export const rule = (pdf: PDFKit.PDFDocument, y: number, color: string = COLOR.rule): void => {
  pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor(color).stroke();
};

/**
 * Writes `Page 2 of 7` on each page, though the total is known only after the pages were streamed.
 */
type PageCount = {
  /** The number of counted pages. */
  pages(): number;
  /** Counts the current page, and writes its number. */
  countPage(x: number, y: number): void;
  /** Writes the total on all pages. */
  end(): void;
};

const NAME = "PageCount";

/** The ascent of Helvetica, as a share of the font's size. */
const ASCENT = 0.718;

/**
 * Creates the page count. The total is a form XObject that each page refers to and that is drawn
 * last. So reports of any length are streamed in little memory.
 */
const createPageCount = (paper: Paper): PageCount => {
  const { pdf } = paper;
  const { size, color } = STYLE.small;
  const fonts: Record<string, unknown> = {};
  const form = pdf.ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, -size, 60, size],
    Resources: { Font: fonts },
  });
  let pages = 0;
  return {
    pages: () => pages,
    countPage: (x, y) => {
      pages += 1;
      const text = `Page ${pages} of `;
      write(paper, text, { x, y, style: STYLE.small });
      pdf.page.xobjects[NAME] = form;
      Object.assign(fonts, pdf.page.fonts);
      const numberX = x + pdf.widthOfString(text);
      pdf.save().transform(1, 0, 0, -1, numberX, y + size * ASCENT);
      pdf.addContent(`/${NAME} Do`).restore();
    },
    end: () => {
      const [name = ""] = Object.keys(fonts);
      const shade = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
      const fill = `${shade.map((part) => part.toFixed(3)).join(" ")} rg`;
      form.end(Buffer.from(`BT ${fill} /${name} ${size} Tf (${pages}) Tj ET`));
    },
  };
};
