import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { freePorts } from "../../src/testing/free-ports.ts";
import { run, start } from "./install.ts";
import { test } from "./test.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** The blocks of TypeScript in a page of the documentation. */
const blocksOf = (page: string): string =>
  [...readFileSync(join(PROJECT, "docs", page), "utf8").matchAll(/^```ts\n(.*?)^```/gms)]
    .map(([, text = ""]) => text)
    .join("\n");

/** The documentation's blocks as a module. The blocks of docs/api.md have a separate scope. */
const MODULE = `${blocksOf("node.md")}\n{\n${blocksOf("api.md")}}\nconsole.log("END");\n`;

/** The same module in CommonJS, which has no top-level await. */
const COMMON = [
  ...(MODULE.match(/^import .*\n/gm) ?? []),
  `async function main() {\n${MODULE.replace(/^import .*\n/gm, "").replaceAll("export ", "")}}\nvoid main;main();`,
].join("");

/** A page of a runtime without Node's types. */
const WEB = `import { createClient } from "@service-link/node";
export const api = createClient({ baseUrl: "https://link.example", clientId: "a", secret: "b", fetch });`;

/** Types that an application needs, and mistakes that the compiler must find. */
const TYPES = `import { type ApiError, createClient, type Webhook } from "@service-link/node";
const api = createClient({ baseUrl: "https://link.example", clientId: "a", secret: "b" });
export const codeOf = (error: ApiError): string => error.error_code;
export const itemOf = (webhook: Webhook): string | undefined => {
  if (webhook.webhook_type === "ITEM") return webhook.item_id;
  // @ts-expect-error a webhook of another type has no such field
  return webhook.no_such_field;
};
// @ts-expect-error a required field is missing
export const missing = api.accountsGet({});
// @ts-expect-error an unknown field
export const unknown = api.accountsGet({ access_token: "a", acount_ids: [] });
// @ts-expect-error no path has such a method
export const method = api.accountsGets;
`;

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2022",
  lib: ["es2023"],
  types: ["node"],
};

/** The compiler's settings of each kind of application. */
const KINDS: Record<string, { compilerOptions: object; files: string[] }> = {
  "with node16, as ES module and as CommonJS": {
    compilerOptions: { ...STRICT, module: "node16", outDir: "built" },
    files: ["app.mts", "app.cts", "types.mts", "types.cts"],
  },
  "for a bundler": {
    compilerOptions: { ...STRICT, module: "esnext", moduleResolution: "bundler", noEmit: true },
    files: ["app.mts", "types.mts"],
  },
  "without Node's types": {
    compilerOptions: {
      ...STRICT,
      ...{ lib: ["es2023", "dom"], types: [], module: "nodenext", noEmit: true },
    },
    files: ["web.mts"],
  },
};

test.beforeAll(async ({ project, server }) => {
  const [port] = await freePorts(1);
  const here = (text: string) =>
    text.replace("http://localhost:8080", server.printed("API")).replaceAll("3001", String(port));
  const files = {
    "app.mts": here(MODULE),
    "app.cts": here(COMMON),
    "types.mts": TYPES,
    "types.cts": TYPES,
    "web.mts": WEB,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project.folder, name), text);
  compile(project.folder, "with node16, as ES module and as CommonJS");
});

/** Compiles like a kind of application, with the installed or another version of TypeScript. */
const compile = (folder: string, kind: string, compiler = "tsc"): void => {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(KINDS[kind]));
  expect(run(folder, [compiler, "-p", "."])).toBe("");
};

for (const kind of Object.keys(KINDS))
  test(`strict applications compile ${kind}, by two versions of TypeScript`, ({ project }) => {
    for (const compiler of ["tsc", join(PROJECT, "node_modules/.bin/tsc")])
      compile(project.folder, kind, compiler);
  });

for (const format of ["mjs", "cjs"])
  test(`the blocks of docs/node.md and docs/api.md are an application that runs, as .${format}`, async ({
    project,
    server,
  }) => {
    const keys = {
      SERVICE_LINK_CLIENT_ID: server.printed("client_id"),
      SERVICE_LINK_SECRET: server.printed("secret"),
    };
    const command = [process.execPath, `built/app.${format}`];
    const end = /(?=.*\n\w{20,} ITEM_LOGIN_REQUIRED\n)(?=.*\nEND\n)/s;
    const { printed, stop } = await start(project.folder, command, end, keys);
    await stop();
    expect(printed).toMatch(/^link-sandbox-\S+\n\S+ \[[^\]]*Checking: \d+/);
    const changes = printed.match(/^added \S+$/gm) ?? [];
    const added = /^(\d+) 0 0$/m.exec(printed)?.[1];
    expect(new Set(changes).size).toBe(changes.length);
    expect(Number(added)).toBeGreaterThan(10);
    expect(printed).toMatch(/INVALID_ACCESS_TOKEN: .* \(request_id \w+\)\n/);
  });

/** Reads a history in pages, and verifies webhooks at once and a month later. */
const PROGRAM = `
import { createClient } from "@service-link/node";
import { receiveWebhooks, startService } from "service-link/testing";
const DAY = 86_400_000;
await using service = await startService();
await using webhooks = await receiveWebhooks();
const api = createClient({ baseUrl: service.url, clientId: service.clientId, secret: service.secret });
const { accessToken: access_token } = await service.linkItem({ webhook: webhooks.url });
const old = await webhooks.next({ webhook_code: "INITIAL_UPDATE" });
const changes = [];
for await (const change of api.transactionsSync(access_token)) changes.push(change);
const pages = [];
for await (const { added } of api.transactionsSync(access_token).pages()) pages.push(added.length);
await api.sandboxItemFireWebhook({ access_token, webhook_code: "SYNC_UPDATES_AVAILABLE" });
await service.runJobs();
const recent = await webhooks.next({ webhook_code: "SYNC_UPDATES_AVAILABLE" });
const verify = async ({ body, headers }, options) => {
  try { return (await api.verifyWebhook(body, headers, options)).webhook_code; }
  catch ({ name, code }) { return name + " " + code; }
};
const atOnce = {
  recent: await verify(recent),
  tampered: await verify({ ...recent, body: recent.body.replace("{", "{ ") }),
  unsigned: await verify({ ...recent, headers: {} }),
};
const now = Date.now;
Date.now = () => now() + 31 * DAY;
console.log(JSON.stringify({
  areSeveralPages: pages.length > 2,
  areAllChanges: changes.length === pages.reduce((sum, count) => sum + count),
  ...atOnce,
  old: await verify(old),
  oldIfAllowed: await verify(old, { maxAge: 32 * DAY }),
}));
`;

test("pages are iterated, and webhooks verified, but no old or changed ones", ({ project }) => {
  const output = run(project.folder, [process.execPath, "--input-type=module", "--eval", PROGRAM]);
  expect(JSON.parse(output)).toEqual({
    areSeveralPages: true,
    areAllChanges: true,
    recent: "SYNC_UPDATES_AVAILABLE",
    tampered: "WebhookVerificationError CHANGED_BODY",
    old: "WebhookVerificationError TOO_OLD",
    oldIfAllowed: "INITIAL_UPDATE",
    unsigned: "WebhookVerificationError NO_SIGNATURE",
  });
});
