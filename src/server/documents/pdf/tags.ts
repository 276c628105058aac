/** An element of the structure that holds other elements. */
type GroupTag = "Sect" | "L" | "LI" | "Table" | "THead" | "TBody" | "TR";

/** An element of the structure with drawn content. */
export type LeafTag = "H1" | "H2" | "H3" | "P" | "Lbl" | "LBody" | "TH" | "TD" | "Figure";

/** Facts about an element for screen readers. */
export type TagFacts = {
  /** Text that replaces a drawing. */
  alt?: string;
  /** The left, top, right and bottom of a drawing, in points from the page's top. */
  box?: readonly [number, number, number, number];
  /** The cells to which a header applies. */
  scope?: "Column" | "Row";
  /** The number of columns of a cell. */
  span?: number;
};

/**
 * The structure of a document, which screen readers follow. They skip content without a tag
 * (artifacts).
 */
export type Tags = {
  /** Opens an element, which contains the following elements until it is closed. */
  open(tag: GroupTag, title?: string): void;
  close(): void;
  /** Opens an element, and closes it after its content. */
  within(tag: GroupTag, content: () => void): void;
  /** Adds an element with drawn content on one page; empty without a drawing. */
  leaf(tag: LeafTag, draw: (() => void) | null, facts?: TagFacts): void;
  beginPage(): void;
  endPage(): void;
  /** Ends the structure after the last page. */
  end(): void;
};

/** An open element, with its children so far. */
type Group = { element: PDFKit.PDFKitReference; kids: PDFKit.PDFKitReference[]; data: object };

/**
 * Creates a document's structure. Each element is written when it is closed, and a page's list of
 * elements with the page. So reports of any length are streamed in little memory; PDFKit's own
 * structure keeps everything until the end.
 */
export const createTags = (pdf: PDFKit.PDFDocument): Tags => {
  const root = pdf.getStructTreeRoot();
  const groups: Group[] = [];
  /** The number of each page, and its list of elements. */
  const pages: unknown[] = [];
  let onPage: PDFKit.PDFKitReference[] = [];
  const open = (tag: GroupTag | "Document", title?: string): void => {
    const parent = groups.at(-1);
    const element = pdf.ref({});
    parent?.kids.push(element);
    const data = { S: tag, P: parent?.element ?? root, ...(title && { T: literal(title) }) };
    groups.push({ element, kids: [], data });
  };
  const close = (): void => {
    const group = groups.pop();
    if (group) write(group.element, { ...group.data, K: group.kids });
  };
  const leaf: Tags["leaf"] = (tag, draw, facts = {}) => {
    const parent = groups.at(-1);
    const element = pdf.ref({});
    parent?.kids.push(element);
    const data = { S: tag, P: parent?.element ?? root, ...toData(facts, pdf.page.height) };
    if (!draw) {
      write(element, data);
      return;
    }
    const number = onPage.push(element) - 1;
    pdf.addContent(`EMC\n/${tag} <</MCID ${number}>> BDC`);
    draw();
    pdf.addContent(`EMC\n${ARTIFACT}`);
    write(element, { ...data, Pg: pdf.page.dictionary, K: number });
  };
  open("Document");
  return {
    open,
    close,
    within: (tag, content) => {
      open(tag);
      content();
      close();
    },
    leaf,
    beginPage: () => {
      Object.assign(pdf.page.dictionary.data, { StructParents: pages.length / 2 });
      pdf.addContent(ARTIFACT);
    },
    endPage: () => {
      pdf.addContent("EMC");
      const list = pdf.ref({});
      write(list, onPage);
      pages.push(pages.length / 2, list);
      onPage = [];
    },
    end: () => {
      const [document] = groups;
      while (groups.length > 0) close();
      const facts = { K: [document?.element], ParentTree: { Nums: pages } };
      Object.assign(root.data, { ...facts, ParentTreeNextKey: pages.length / 2 });
    },
  };
};

const ARTIFACT = "/Artifact BMC";

/** Writes an element, and frees its data, which PDFKit would keep. */
function write(element: PDFKit.PDFKitReference, data: object): void {
  Object.assign(element, { data });
  element.finalize();
  Object.assign(element, { data: null });
}

function toData({ alt, box, scope, span }: TagFacts, height: number): object {
  const table = (scope || span) && {
    ...{ O: "Table", ...(scope && { Scope: scope }), ...(span && { ColSpan: span }) },
  };
  const layout = box && { O: "Layout", Placement: "Block", BBox: upwards(box, height) };
  return { ...(alt && { Alt: literal(alt) }), ...((table ?? layout) && { A: table ?? layout }) };
}

/** Converts a box to PDF coordinates, which start at the page's foot. */
const upwards = ([left, top, right, bottom]: NonNullable<TagFacts["box"]>, height: number) => [
  ...[left, height - bottom],
  ...[right, height - top],
];

/** PDFKit writes a plain string as a name, and a String object as text. */
function literal(text: string): object {
  return Object(text);
}
