/// <reference types="vite/client" />

import { ManyAccounts } from "../views/many-accounts.tsx";

export { words } from "../../i18n/en/rare/accounts.ts";
export { default as style } from "./accounts.css?inline";

/** The view of a login with many accounts. */
export const views = { SELECT_ACCOUNT: ManyAccounts };
