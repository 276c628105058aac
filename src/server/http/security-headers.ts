/** Where browsers report what a content security policy has blocked. */
export const REPORT_PATH = "/csp-reports";

/** What every answer carries; `isSecure` where people reach the server by HTTPS. */
export const securityHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
});

/** What answers carry beside that where a browser may show them: all but those of the API. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-resource-policy": "same-origin",
  "reporting-endpoints": `csp="${REPORT_PATH}"`,
};
