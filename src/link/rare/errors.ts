/// <reference types="vite/client" />

import { ConnectionError } from "../views/connection-error.tsx";
import { Exit } from "../views/exit.tsx";
import { Recaptcha } from "../views/recaptcha.tsx";

export { words } from "../../i18n/en/rare/errors.ts";
export { solveProofOfWork } from "../views/captcha.ts";
export { default as style } from "./errors.css?inline";

/** The views of a connection that does not go straight: an error, leaving, the captcha. */
export const views = { ERROR: ConnectionError, EXIT: Exit, RECAPTCHA: Recaptcha };
