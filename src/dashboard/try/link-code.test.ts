import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LinkConfig } from "../../protocol/link/config.ts";
import { client } from "../client.fixture.ts";
import { type CodeKind, writeCode, writeNote } from "./link-code.ts";
import { configOf, firstOptions, type LinkOptions, linkTokenBody } from "./link-options.ts";

const bob: LinkOptions = {
  ...firstOptions(client),
  opener: "public_key",
  clientName: "Bob's </script>",
  product: ["auth"],
  language: "fr",
};
const keys = { key: "public-1", env: "sandbox" };
const codeOptions = (changes: Partial<LinkOptions> = {}) => ({
  config: configOf({ ...bob, ...changes }, keys),
  options: { ...bob, ...changes },
  origin: "https://link.example",
  clientId: "client-1",
  global: "Acme",
});

/** The arguments of curl: the address, and the body without the keys. */
const writeCurl = (changes: Partial<LinkOptions>) => {
  // A NUL ends each argument.
  const shell = `curl() { printf '%s\\0' "$@"; }\n${writeCode("curl", codeOptions(changes))}`;
  const [address, ...args] = execFileSync("bash", ["-c", shell], { encoding: "utf8" }).split("\0");
  expect(args.slice(0, 3)).toEqual(["-H", "content-type: application/json", "-d"]);
  const { client_id, secret, ...body } = JSON.parse(args[3] ?? "");
  expect([client_id, secret]).toEqual(["client-1", "YOUR_SECRET"]);
  return { address, body };
};

test("empty options are left out", () => {
  expect(codeOptions().config).toEqual({
    clientName: "Bob's </script>",
    product: ["auth"],
    countryCodes: ["US"],
    language: "fr",
    ...keys,
  });
});

test("Python has the body's fields, its own constant, and the secret of the environment", () => {
  const changes = { isMultiItem: true, clientName: "x: true", webhook: "https://a.example/\u2028" };
  const python = writeCode("python", codeOptions({ opener: "link_token", ...changes }));
  expect(python).toContain('"secret": os.environ["SECRET"],');
  expect(python).toContain('"enable_multi_item_link": True');
  expect(python).toContain('"client_name": "x: true"');
  const [, fields = ""] = /"SECRET"\],\n(.*)\n {4}\},\n\)\n/s.exec(python) ?? [];
  expect(JSON.parse(`{${fields.replace(": True", ": true")}}`)).toEqual(
    JSON.parse(JSON.stringify(linkTokenBody({ ...bob, ...changes }))),
  );
});

test("Node sends the body with the secret of the environment", async () => {
  const typed = { clientName: "'\"\\ `\u0024{id}` \u2028 </script>", isMultiItem: true };
  const sent: unknown[][] = [];
  const fetch = async (...request: unknown[]) => {
    sent.push(request);
    return { status: 200, json: async () => ({}) };
  };
  const run = new Function(
    "fetch",
    "process",
    "console",
    `return (async () => {
    ${writeCode("node", codeOptions({ opener: "link_token", ...typed }))}
  })()`,
  );
  await run(fetch, { env: { SECRET: "secret-1" } }, { log: () => {} });
  const [[address, { method, body }]] = sent as [[string, { method: string; body: string }]];
  expect([address, method]).toEqual(["https://link.example/link/token/create", "POST"]);
  expect(JSON.parse(body)).toEqual({
    ...{ client_id: "client-1", secret: "secret-1" },
    ...linkTokenBody({ ...bob, ...typed }),
  });
});

test("the form begins with the client's own products and countries, and with a link token", () => {
  expect(firstOptions(client)).toMatchObject({
    opener: "link_token",
    product: ["auth", "transactions"],
  });
  expect(
    firstOptions({ ...client, products: ["identity", "income"], public_key_enabled: false }),
  ).toMatchObject({ opener: "link_token", product: ["identity"] });
});

/** The options that the page gives with every opener. */
const PAGE = {
  theme: "dark",
  isWebview: true,
  receivedRedirectUri: "https://shop.example/back?oauth_state_id=1",
};

test("the page gives the options that its opener does not give", () => {
  const user = { legalName: "Ada", emailAddress: "ada@shop.example" };
  const all = { ...PAGE, ...user, accountSelection: "one", webhook: "https://shop.example/hook" };
  const configBy = (changes: Partial<LinkOptions>) => codeOptions({ ...all, ...changes }).config;
  const ofUser = { language: "fr", accountSelection: "one", user };
  // All options but those.
  expect(Object.keys(configBy({})).sort()).toEqual(Object.keys(LinkConfig.shape).sort());
  expect(configBy({})).toEqual({
    ...{ clientName: "Bob's </script>", product: ["auth"], countryCodes: ["US"] },
    ...{ ...ofUser, ...PAGE, ...keys },
    webhook: "https://shop.example/hook",
  });
  expect(configBy({ opener: "link_token" })).toEqual({ token: "LINK_TOKEN", ...PAGE });
  expect(configBy({ opener: "token", token: "link-1" })).toEqual({ token: "link-1", ...PAGE });
  expect(configBy({ opener: "token", token: "public-1" })).toEqual({
    ...{ token: "public-1", clientName: "Bob's </script>" },
    ...{ ...ofUser, ...PAGE },
  });
});

/** The options of update mode. */
const UPDATE = {
  accessToken: "access-1",
  accountSelectionEnabled: true,
  reauthorizationEnabled: true,
};

test("a link token is made of all its options, with the field names of its path", () => {
  const all: Partial<LinkOptions> = {
    ...PAGE,
    opener: "link_token",
    accountSelection: "one",
    webhook: "https://shop.example/hook",
    legalName: "Ada",
    emailAddress: "ada@shop.example",
    userId: "usr_1",
    userToken: "user-1",
    redirectUri: "https://shop.example/back",
    reportProducts: ["cra_base_report"],
    permissiblePurpose: "WRITTEN_INSTRUCTION_OTHER",
    daysRequested: "90",
    clientReportId: "report-1",
    requiredIfSupported: ["identity"],
    optionalProducts: ["income"],
    additionalConsented: ["assets", "transactions"],
    accountTypes: ["depository", "credit"],
    institutionId: "ins_109508",
    transactionDays: "30",
    statementsFrom: "2025-01-01",
    statementsTo: "2025-12-31",
    isMultiItem: true,
    isHosted: true,
  };
  const { address, body } = writeCurl(all);
  expect(address).toBe("https://link.example/link/token/create");
  expect(body).toEqual({
    client_name: "Bob's </script>",
    language: "fr",
    country_codes: ["US"],
    products: ["auth", "cra_base_report"],
    account_selection: "one",
    webhook: "https://shop.example/hook",
    redirect_uri: "https://shop.example/back",
    user_id: "usr_1",
    user_token: "user-1",
    consumer_report_permissible_purpose: "WRITTEN_INSTRUCTION_OTHER",
    user: { client_user_id: "user-1", legal_name: "Ada", email_address: "ada@shop.example" },
    cra_options: { days_requested: 90, base_report: { client_report_id: "report-1" } },
    required_if_supported_products: ["identity"],
    optional_products: ["income"],
    additional_consented_products: ["assets", "transactions"],
    account_filters: {
      depository: { account_subtypes: ["all"] },
      credit: { account_subtypes: ["all"] },
    },
    institution_id: "ins_109508",
    transactions: { days_requested: 30 },
    statements: { start_date: "2025-01-01", end_date: "2025-12-31" },
    enable_multi_item_link: true,
    hosted_link: {},
  });
  const forUpdate = writeCurl({ ...all, ...UPDATE }).body;
  // All options but those that change nothing.
  const { bodies } = JSON.parse(readFileSync(SHAPES, "utf8"));
  const { properties } = bodies["/link/token/create request"];
  expect(Object.keys({ ...body, ...forUpdate }).sort()).toEqual(effective(properties));
  expect(Object.keys(body.user).sort()).toEqual(effective(properties.user.properties));
  expect(Object.keys(forUpdate.update)).toEqual(Object.keys(properties.update.properties).sort());
});

/** The names of the fields whose descriptions do not say that they change nothing. */
const effective = (properties: Record<string, { description?: string }>): string[] =>
  Object.entries(properties)
    .filter(([, { description }]) => !description?.startsWith("Changes nothing"))
    .map(([name]) => name)
    .sort();

/** The shapes of the newest version's bodies. */
const SHAPES = join(import.meta.dirname, "../../server/versions/shapes/2020-09-14.json");

test("a link token for update mode has the Item instead of products", () => {
  const { body } = writeCurl(UPDATE);
  expect(body).toMatchObject({
    access_token: "access-1",
    update: { account_selection_enabled: true, reauthorization_enabled: true },
  });
  expect(body).not.toHaveProperty("products");
});

test("days that are no number are sent as typed, for the server to refuse", () => {
  expect(writeCurl({ daysRequested: "ten" }).body.cra_options).toEqual({ days_requested: "ten" });
  expect(writeCurl({ clientReportId: "r" }).body.cra_options).toEqual({
    days_requested: 365,
    base_report: { client_report_id: "r" },
  });
});

test("with a pasted token curl calls a fitting endpoint, and creates no other token", () => {
  expect(writeCurl({ opener: "token", token: "link-1" })).toEqual({
    address: "https://link.example/link/token/get",
    body: { link_token: "link-1" },
  });
  expect(writeCurl({ opener: "token", token: "public-1" })).toEqual({
    address: "https://link.example/item/public_token/create",
    body: { access_token: "ACCESS_TOKEN" },
  });
});

test("each kind of code notes where its parts belong", () => {
  const noteBy = (kind: CodeKind, changes: Partial<LinkOptions>) =>
    writeNote(kind, { ...bob, ...changes });
  expect(noteBy("html", {})).toBeNull();
  expect(noteBy("curl", {})).toMatch(/in place of the public_key.*theme.* no part of it/);
  expect(noteBy("curl", { opener: "link_token" })).toMatch(/theme.* no part of it/);
  expect(noteBy("react", { opener: "link_token" })).toMatch(/^LINK_TOKEN is the one/);
  expect(noteBy("html", { opener: "token", token: "link-1" })).toBeNull();
  expect(noteBy("curl", { opener: "token", token: "link-1" })).toMatch(/nothing to create/);
  expect(noteBy("curl", { opener: "token", token: "public-1" })).toMatch(/update mode/);
});

test("a name can end neither the script nor the shell's quotes, and no code has a secret", () => {
  const html = writeCode("html", codeOptions());
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html).toContain("Acme.create({");
  const curl = writeCode("curl", codeOptions());
  expect(curl).toContain("Bob'\\''s");
  expect(curl).toContain("YOUR_SECRET");
  expect(writeCode("react", codeOptions())).toContain('origin: "https://link.example"');
});

test("a shell passes on, and a script reads, exactly the typed text", () => {
  const clientName = "'; id; ' \"$HOME\" $(id) `id` \\ \\n \n\r\t \u2028 !! <!--<script> متجر 🏦";
  const changes = { clientName, webhook: "https://a.example/?'$(id)'" };
  expect(writeCurl(changes).body).toMatchObject({
    client_name: clientName,
    webhook: changes.webhook,
  });
  const typed = codeOptions(changes);
  const [, script = ""] = /<script>([^<]*)<\/script>$/.exec(writeCode("html", typed)) ?? [];
  const calls: unknown[] = [];
  const create = (config: object) => calls.push(config);
  new Function("Acme", "document", script)({ create }, { getElementById: () => ({}) });
  expect(calls).toEqual([expect.objectContaining(typed.config)]);
});

test("React uses the package, and under another brand the script", () => {
  expect(writeCode("react", { ...codeOptions(), global: "Service" })).toContain(
    'import { create } from "service-link";',
  );
  const reactCode = writeCode("react", codeOptions());
  expect(reactCode).toContain("window.Acme.create({");
  expect(reactCode).not.toContain("service-link");
});
