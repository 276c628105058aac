/// <reference types="vite/client" />

import { TrustPane } from "../views/trust-pane.tsx";

export { words } from "../../i18n/en/rare/trust.ts";
export { default as style } from "./trust.css?inline";

/** The view of the trust facts on a pane of their own, for which few applications ask. */
export const views = { SELECT_INSTITUTION: TrustPane };
