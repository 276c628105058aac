import { STYLE } from "./look.ts";
import { write } from "./write.ts";

/** Writes `Page 2 of 7` on each page, though the total is known only after the page was streamed. */
export type PageCount = {
  /** How many pages have been counted. */
  pages(): number;
  /** Counts the page that is being written, and says which it is. */
  mark(x: number, y: number): void;
  /** Says how many pages there are, on all of them. */
  end(): void;
};

const NAME = "PageCount";

/** How far its letters rise above the line, in parts of the font's size: Helvetica's own. */
const ASCENT = 0.718;

/**
 * The total is a form XObject that each page refers to, drawn last. So no page has to wait for the last
 * one, and a report of any length is streamed in little memory.
 */
export const createPageCount = (pdf: PDFKit.PDFDocument): PageCount => {
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
    mark: (x, y) => {
      pages += 1;
      const text = `Page ${pages} of `;
      write(pdf, text, { x, y, style: STYLE.small });
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
