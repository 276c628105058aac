/// <reference types="vite/client" />

import { BankWays } from "../views/bank-ways.tsx";

export { words } from "../../i18n/en/rare/ways.ts";
export { default as style } from "./ways.css?inline";

/** The view of the ways to a bank, and of the alternatives for users whose bank is not in the list. */
export const views = { SELECT_INSTITUTION: BankWays };
