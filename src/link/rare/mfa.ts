/// <reference types="vite/client" />

import { Mfa } from "../views/mfa.tsx";

export { words } from "../../i18n/en/rare/mfa.ts";
export { default as style } from "./mfa.css?inline";

/** The view of a second factor, which users of many institutions never meet. */
export const views = { MFA: Mfa };
