import { Loading } from "./loading.tsx";
import { SelectInstitution } from "./select-institution.tsx";
import type { FindView, FirstViews, Views } from "./view.ts";

/** The views in the first chunk. */
const firstViews: FirstViews = {
  LOADING: Loading,
  SELECT_INSTITUTION: SelectInstitution,
};

/** Finds the views in the first chunk. */
export const findFirstView: FindView = (name) => (firstViews as Partial<Views>)[name];
