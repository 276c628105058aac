import { expect, test } from "vitest";
import { contentSecurityPolicy, hashSource } from "./content-security-policy.ts";

/** The sources of each directive of a policy. */
const directives = (policy: string): Record<string, string[]> =>
  Object.fromEntries(
    policy.split("; ").map((part) => {
      const [name = "", ...sources] = part.split(" ");
      return [name, sources];
    }),
  );

const REPORTS = { "report-to": ["csp"], "report-uri": ["/csp-reports"] };

test("a policy that allows nothing forbids everything, framing too", () => {
  expect(directives(contentSecurityPolicy({}))).toEqual({
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
    ...REPORTS,
  });
});

test.each([
  ["script-src", { script: ["'self'", "'sha256-x'"] }, ["'self'", "'sha256-x'"]],
  ["style-src", { style: ["'self'"] }, ["'self'"]],
  ["img-src", { img: ["'self'", "data:"] }, ["'self'", "data:"]],
  ["connect-src", { connect: ["'self'"] }, ["'self'"]],
  ["frame-ancestors", { frameAncestors: ["https://shop.example"] }, ["https://shop.example"]],
])("%s has the sources that it is given, and nothing else changes", (name, allowances, sources) => {
  expect(directives(contentSecurityPolicy(allowances))).toEqual({
    ...directives(contentSecurityPolicy({})),
    [name]: sources,
  });
});

test("a page that anybody may frame names no ancestors", () => {
  expect(directives(contentSecurityPolicy({ frameAncestors: "anybody" }))).toEqual({
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    ...REPORTS,
  });
});

test("a page with an empty list of ancestors cannot be framed", () => {
  expect(contentSecurityPolicy({ frameAncestors: [] })).toContain("frame-ancestors 'none'");
});

test("with trusted types no script may make markup of text, nor a policy to do so", () => {
  expect(directives(contentSecurityPolicy({ trustedTypes: true }))).toMatchObject({
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["'none'"],
  });
});

test.each(["https://a.example; script-src *", "https://a.example *", "https://a.example,*", ""])(
  "%j is no source, since it would change the policy around it",
  (source) => {
    for (const allowances of [{ script: [source] }, { frameAncestors: [source] }])
      expect(() => contentSecurityPolicy(allowances)).toThrow("as a source");
  },
);

test("an inline script is allowed by the hash of its text", () => {
  // The standard's own example.
  expect(hashSource("alert('Hello, world.');")).toBe(
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  );
});
