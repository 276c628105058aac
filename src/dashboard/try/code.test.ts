import { execFileSync } from "node:child_process";
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

test("a shell passes on, and a script reads, exactly what was typed", () => {
  const clientName = "'; id; ' \"$HOME\" $(id) `id` \\ \\n \n\r\t \u2028 !! <!--<script> متجر 🏦";
  const typed = codeOptions({ clientName, webhook: "https://a.example/?'$(id)'" });
  // What curl is called with, each argument ended by a NUL.
  const shell = `curl() { printf '%s\\0' "$@"; }\n${codeOf("curl", typed)}`;
  const [address, ...args] = execFileSync("bash", ["-c", shell], { encoding: "utf8" }).split("\0");
  expect(address).toBe("https://link.example/link/token/create");
  expect(args.slice(0, 3)).toEqual(["-H", "content-type: application/json", "-d"]);
  expect(JSON.parse(args[3] ?? "")).toMatchObject({
    client_name: clientName,
    webhook: "https://a.example/?'$(id)'",
  });
  const [, script = ""] = /<script>([^<]*)<\/script>$/.exec(codeOf("html", typed)) ?? [];
  const calls: unknown[] = [];
  const create = (config: object) => calls.push(config);
  new Function("Acme", "document", script)({ create }, { getElementById: () => ({}) });
  expect(calls).toEqual([expect.objectContaining(typed.config)]);
});

test("in React it is the package's, and under another name the script's", () => {
  expect(codeOf("react", { ...codeOptions(), global: "Service" })).toContain(
    'import { create } from "service-link";',
  );
  const reactCode = codeOf("react", codeOptions());
  expect(reactCode).toContain("window.Acme.create({");
  expect(reactCode).not.toContain("service-link");
});
