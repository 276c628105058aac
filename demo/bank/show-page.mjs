/** @import { ServerResponse } from "node:http" */

/** No `form-action`, since browsers would block the later redirects to the client. */
export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} content
 */
export const showPage = (response, status, content) =>
  void response.writeHead(status, PAGE_HEADERS).end(content);
