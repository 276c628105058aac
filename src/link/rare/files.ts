/// <reference types="vite/client" />

import { CredentialFile } from "../views/credential-file.tsx";
import { FileQuestions } from "../views/file-questions.tsx";

export { default as style } from "./files.css?inline";

/** The views of a file from a bank. */
export const views = { CREDENTIAL: CredentialFile, MFA: FileQuestions };

/** The server sends their texts with the form. */
export const words = {};
