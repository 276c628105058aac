import { Loading } from "./loading.tsx";
import { SelectInstitution } from "./select-institution.tsx";
import type { FirstViews } from "./view.ts";

/** The views in the first chunk. */
export const firstViews: FirstViews = {
  LOADING: Loading,
  SELECT_INSTITUTION: SelectInstitution,
};
