/// <reference types="vite/client" />

import { Connected } from "../views/connected.tsx";

export { words } from "../../i18n/en/rare/end.ts";
export { pruneResumeCredentials, submitAnyway } from "../views/idle-behaviour.ts";
export { default as style } from "./end.css?inline";

/** The view of the end, which is loaded while the connection is made. */
export const views = { CONNECTED: Connected };
