/// <reference types="vite/client" />

import { MissingBank } from "../views/missing-bank.tsx";

export { words } from "../../i18n/en/rare/missing.ts";
export { default as style } from "./missing.css?inline";

/** The view for users whose bank is not in the list. */
export const views = { SELECT_INSTITUTION: MissingBank };
