/// <reference types="vite/client" />

import { FileQuestions } from "../views/file-questions.tsx";

export { default as style } from "./questions.css?inline";

/** The view of the questions about a file from a bank. */
export const views = { MFA: FileQuestions };

/** The server sends their texts with the form. */
export const words = {};
