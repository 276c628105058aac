import { createHash } from "node:crypto";
import { REPORT_PATH } from "./security-headers.ts";

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

/** A content security policy: everything else is forbidden. */
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
