/// <reference types="vite/client" />

import { CredentialAgain, OAuth } from "../views/oauth.tsx";

export { words } from "../../i18n/en/rare/sign-in.ts";
export { default as style } from "./sign-in.css?inline";

/** The views of signing in at the institution's own site, and of signing in again. */
export const views = { CREDENTIAL: CredentialAgain, OAUTH: OAuth };
