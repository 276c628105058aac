/// <reference types="vite/client" />

import { Code } from "../views/code.tsx";

export { words } from "../../i18n/en/rare/code.ts";
export { default as style } from "./code.css?inline";

/** The view of a one-time code, which users of many institutions never meet. */
export const views = { MFA: Code };
