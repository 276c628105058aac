import { createHash } from "node:crypto";
import { REPORT_PATH } from "./security-headers.ts";

/** The allowed sources of a page by directive. */
type Allowances = {
  script?: readonly string[];
  style?: readonly string[];
  img?: readonly string[];
  connect?: readonly string[];
  frame?: readonly string[];
  /** The targets of forms, including redirects. */
  form?: readonly string[];
  /** The origins that may frame the page; by default none. */
  frameAncestors?: readonly string[] | "anybody";
  /** Whether scripts may not turn text into markup or code. */
  trustedTypes?: boolean;
};

/** A content security policy that forbids everything except the given sources. */
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
    // These two directives do not fall back to default-src.
    "base-uri 'none'",
    ...directive("form-action", form.length > 0 ? form : ["'none'"]),
    ...(frameAncestors === "anybody"
      ? []
      : directive("frame-ancestors", frameAncestors.length > 0 ? frameAncestors : ["'none'"])),
    ...(trustedTypes ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
    // The newer directive, and the older one for Firefox and Safari.
    "report-to csp",
    `report-uri ${REPORT_PATH}`,
  ].join("; ");

/** The source that allows exactly one inline script or style. */
export const hashSource = (text: string | Buffer): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function directive(name: string, sources: readonly string[]): string[] {
  // Such a character would split the source, or end its directive.
  const odd = sources.find((source) => source === "" || /[\s;,]/.test(source));
  if (odd !== undefined) throw new Error(`${name} cannot have ${JSON.stringify(odd)} as a source`);
  return sources.length === 0 ? [] : [`${name} ${sources.join(" ")}`];
}
