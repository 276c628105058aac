/// <reference types="vite/client" />

export { readColumns, sendFile } from "../file-calls.ts";

import { CredentialFile } from "../views/credential-file.tsx";

export { default as style } from "./files.css?inline";

/** The view of a file from a bank. */
export const views = { CREDENTIAL: CredentialFile };

/** The server sends their texts with the form. */
export const words = {};
