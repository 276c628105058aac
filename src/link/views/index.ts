import { Loading } from "./loading.tsx";
import { SelectInstitution } from "./select-institution.tsx";
import type { FirstViews, Views } from "./view.ts";

/** The views that are there at once. */
export const firstViews: FirstViews = {
  LOADING: Loading,
  SELECT_INSTITUTION: SelectInstitution,
};

/**
 * Fetches the other views and puts their style on; rejects when the network does. The style goes into
 * the document's own sheet: the content security policy knows that one, and allows no other.
 */
export const loadViews = async (): Promise<Views> => {
  const { laterViews, style } = await import("./later.ts");
  const [sheet] = document.styleSheets;
  sheet?.insertRule(`@media all{${style}}`, sheet.cssRules.length);
  return { ...firstViews, ...laterViews };
};
