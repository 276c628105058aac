/** The path for browsers' reports of violated content security policies. */
export const REPORT_PATH = "/csp-reports";

/** Returns the security headers of every response; `isSecure` if the public URL is HTTPS. */
export const securityHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
});

/** Further headers for responses that browsers may show: all except the API's. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-resource-policy": "same-origin",
  "reporting-endpoints": `csp="${REPORT_PATH}"`,
};
