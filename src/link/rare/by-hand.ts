/// <reference types="vite/client" />

import { CredentialByHand } from "../views/by-hand.tsx";

export { words } from "../../i18n/en/rare/by-hand.ts";
export { default as style } from "./by-hand.css?inline";

/** The view of an account that is entered by hand. */
export const views = { CREDENTIAL: CredentialByHand };
