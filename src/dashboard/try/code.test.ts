import { expect, test } from "vitest";
import { codeOf } from "./code.ts";
import { configOf, type LinkOptions } from "./link-options.ts";

const options: LinkOptions = {
  clientName: "Bob's </script>",
  product: ["auth"],
  countryCodes: ["US"],
  language: "fr",
  theme: "",
  accountSelection: "",
  webhook: "",
  legalName: "",
  emailAddress: "",
  token: "",
};
const keys = { key: "public-1", env: "sandbox" };
const codeOptions = (changes: Partial<LinkOptions> = {}) => ({
  config: configOf({ ...options, ...changes }, keys),
  options: { ...options, ...changes },
  origin: "https://link.example",
  clientId: "client-1",
  global: "Acme",
});

test("what is left empty is left out, and a token says all the rest", () => {
  expect(codeOptions().config).toEqual({
    clientName: "Bob's </script>",
    product: ["auth"],
    countryCodes: ["US"],
    language: "fr",
    ...keys,
  });
  expect(codeOptions({ token: "link-1", theme: "dark" }).config).toEqual({
    token: "link-1",
    theme: "dark",
  });
});

test("no name ends the script or the shell's quotes, and no secret is in any code", () => {
  const html = codeOf("html", codeOptions());
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html).toContain("Acme.create({");
  const curl = codeOf("curl", codeOptions());
  expect(curl).toContain("Bob'\\''s");
  expect(curl).toContain("YOUR_SECRET");
  expect(codeOf("react", codeOptions())).toContain('origin: "https://link.example"');
});

test("in React it is the package's, and under another name the script's", () => {
  expect(codeOf("react", { ...codeOptions(), global: "Service" })).toContain(
    'import { create } from "service-link";',
  );
  const reactCode = codeOf("react", codeOptions());
  expect(reactCode).toContain("window.Acme.create({");
  expect(reactCode).not.toContain("service-link");
});
