import { html } from "./html.mjs";
import { page } from "./pages.mjs";
import { showPage } from "./show-page.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */

/**
 * Whether a form was posted by a page of the bank (CSRF); shows a refusal otherwise.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {string} issuer
 */
export const requireOwnOrigin = (request, response, issuer) => {
  if (request.headers.origin === issuer) return true;
  showPage(response, 403, page("Not from here", html`<h1>Only this page may ask for that</h1>`));
  return false;
};
