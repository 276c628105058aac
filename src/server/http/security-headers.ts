import { createHash } from "node:crypto";

/** The path for browsers' reports of violated content security policies. */
export const REPORT_PATH = "/csp-reports";

/** Returns the security headers of every response; `isSecure` if the public URL is HTTPS. */
export const securityHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
});

/** More headers for responses that a browser may show: all except those of the API. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-resource-policy": "same-origin",
  "reporting-endpoints": `csp="${REPORT_PATH}"`,
};

/** The sources that a page may load, by directive. */
type Allowances = {
  script?: readonly string[];
  style?: readonly string[];
  img?: readonly string[];
  connect?: readonly string[];
  frame?: readonly string[];
  /** The targets of its forms, redirects included. */
  form?: readonly string[];
  /** The origins that may frame the page; none by default. */
  frameAncestors?: readonly string[] | "anybody";
  /** Whether no script of the page may make markup or code out of text. */
  trustedTypes?: boolean;
};

/** A content security policy: what is not allowed here is forbidden. */
export const contentSecurityPolicy = ({
  script = [],
  style = [],
  img = [],
  connect = [],
  frame = [],
  form = [],
  frameAncestors = [],
  trustedTypes = false,
}: Allowances): string =>
  [
    "default-src 'none'",
    ...directive("script-src", script),
    ...directive("style-src", style),
    ...directive("img-src", img),
    ...directive("connect-src", connect),
    ...directive("frame-src", frame),
    // These two do not fall back on default-src.
    "base-uri 'none'",
    ...directive("form-action", form.length > 0 ? form : ["'none'"]),
    ...(frameAncestors === "anybody"
      ? []
      : directive("frame-ancestors", frameAncestors.length > 0 ? frameAncestors : ["'none'"])),
    ...(trustedTypes ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
    // The newer way and the older one, which Firefox and Safari know.
    "report-to csp",
    `report-uri ${REPORT_PATH}`,
  ].join("; ");

/** The source that allows one inline script or style: this one, to the letter. */
export const hashSource = (text: string | Buffer): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function directive(name: string, sources: readonly string[]): string[] {
  // A source with any of these in it would be several, or the end of its directive.
  const odd = sources.find((source) => source === "" || /[\s;,]/.test(source));
  if (odd !== undefined) throw new Error(`${name} cannot have ${JSON.stringify(odd)} as a source`);
  return sources.length === 0 ? [] : [`${name} ${sources.join(" ")}`];
}
