/** Whether Link is asked for as the whole page of a WebView. Of a field given twice the first counts, as in Link. */
export const isInWebview = (query: Record<string, unknown>): boolean =>
  [query.isWebview].flat()[0] === "true";
