/// <reference types="vite/client" />

import { ConnectedByHand, CredentialByHand } from "../views/by-hand.tsx";

export { words } from "../../i18n/en/rare/by-hand.ts";
export { default as style } from "./by-hand.css?inline";

/** The views of an account that is entered by hand, and the end of one that comes in a file. */
export const views = { CONNECTED: ConnectedByHand, CREDENTIAL: CredentialByHand };
