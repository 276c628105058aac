/// <reference types="vite/client" />

import { Consent } from "../views/consent.tsx";

export { words } from "../../i18n/en/rare/consent.ts";
export { default as style } from "./consent.css?inline";

/** The view of the consent, which few institutions ask for. */
export const views = { CONSENT: Consent };
