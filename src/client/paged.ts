import type { Paged } from "./client-types.ts";

type Paging<Page, Element> = {
  first: Promise<Page>;
  /**
   * Requests the page after `page`; null after the last page. `seen` is the number of elements read
   * so far.
   */
  next(page: Page, seen: number): Promise<Page> | null;
  elements(page: Page): readonly Element[];
};

/**
 * Creates a paged call from its first page. Each further page is requested after the previous page
 * is used.
 */
export const paged = <Page, Element>(call: Paging<Page, Element>): Paged<Page, Element> => {
  async function* pages(): AsyncGenerator<Page> {
    let seen = 0;
    for (let request: Promise<Page> | null = call.first; request; ) {
      const page: Page = await request;
      yield page;
      const { length } = call.elements(page);
      seen += length;
      request = call.next(page, seen);
    }
  }
  async function* elements(): AsyncGenerator<Element> {
    for await (const page of pages()) yield* call.elements(page);
  }
  return Object.assign(call.first, { pages, [Symbol.asyncIterator]: elements });
};
