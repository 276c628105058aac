import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");
const FOLDER = mkdtempSync(join(tmpdir(), "service-link-packed-"));

const root = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
const tarball = (name: string) => join(PROJECT, `dist/packages/${name}-${root.version}.tgz`);
const page = join(FOLDER, "node_modules/service-link");
const node = join(FOLDER, "node_modules/@service-link/node");
const server = join(FOLDER, "node_modules/@service-link/server");
/** The names of the tarballs, by the folder of the unpacked package. */
const TARBALLS = {
  [page]: "service-link",
  [node]: "service-link-node",
  [server]: "service-link-server",
};
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Packs the build's output; run `npm run build` first. */
const pack = () => execFileSync(process.execPath, ["packages/pack.mjs"], { cwd: PROJECT });

beforeAll(() => {
  pack();
  for (const [folder, name] of Object.entries(TARBALLS)) {
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xzf", tarball(name), "--strip-components=1", "-C", folder]);
  }
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

test("each package has the version of the checkout, a licence and words for a registry", () => {
  for (const folder of Object.keys(TARBALLS)) {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["LICENSE", "README.md"]));
    expect(manifestOf(folder)).toMatchObject({
      version: root.version,
      license: "Apache-2.0",
      description: expect.stringMatching(/./),
      keywords: expect.arrayContaining(["account-linking"]),
      homepage: expect.stringMatching(/^https:/),
      bugs: expect.stringMatching(/^https:/),
      repository: { url: expect.stringMatching(/^git\+https:/) },
    });
  }
});

test("packed again, the packages are the same to the byte", () => {
  const digests = () =>
    Object.values(TARBALLS).map((name) =>
      createHash("sha256")
        .update(readFileSync(tarball(name)))
        .digest("hex"),
    );
  const before = digests();
  pack();
  expect(digests()).toEqual(before);
});

test("publint reports no problem in any package", async () => {
  for (const pkgDir of Object.keys(TARBALLS))
    expect((await publint({ pkgDir, pack: false, level: "suggestion" })).messages).toEqual([]);
});

/** The entries of a package whose types must resolve under every moduleResolution. */
const typedEntries = async (folder: string): Promise<string[]> => {
  const packed = createPackageFromTarballData(readFileSync(tarball(TARBALLS[folder] ?? "")));
  const result = await checkPackage(packed);
  expect(result.types).toBeTruthy();
  expect(result).toHaveProperty("problems", []);
  return Object.keys(result.types ? result.entrypoints : {});
};

test("the types of the client and of the page's package resolve under every moduleResolution", async () => {
  expect(await typedEntries(node)).toEqual([".", "./package.json"]);
  expect(await typedEntries(page)).toEqual([
    ".",
    "./react",
    "./vue",
    "./svelte",
    "./element",
    "./react-native",
    "./webview",
    "./load-link",
    "./types",
    "./global",
    "./testing",
    "./testing/playwright",
    "./testing/vitest",
    "./package.json",
  ]);
});

describe("the page's package", () => {
  test("depends on nothing, and runs nothing when it is installed", () => {
    const manifest = manifestOf(page);
    for (const field of ["dependencies", "optionalDependencies", "scripts"])
      expect(manifest).not.toHaveProperty(field);
    // The application brings the frameworks and test tools for the entries.
    for (const name of Object.keys(manifest.peerDependencies))
      expect(manifest.peerDependenciesMeta).toHaveProperty(name, { optional: true });
    // Importing the element registers it.
    expect(manifest.sideEffects).toEqual(["./element.js", "./element.cjs"]);
  });

  test("declares everything in one file that imports nothing", () => {
    const declarations = readFileSync(join(page, "index.d.ts"), "utf8");
    expect(declarations).not.toMatch(/\bimport\b|\brequire\b|\bfrom "/);
    expect(readFileSync(join(page, "index.d.cts"), "utf8")).toBe(declarations);
  });

  test("the page's package has the script tag's script, as the server serves it", () => {
    const script = readFileSync(join(PROJECT, "dist/public/link.js"), "utf8");
    expect(readFileSync(join(page, "link.js"), "utf8")).toBe(script);
  });

  const CREATE = `try { create({}) } catch (error) { console.log(error.message) }`;
  const GLOBALS = `console.log(Object.keys(globalThis).length - before)`;
  const WORKER = `new (require("node:worker_threads").Worker)`;
  const REQUIRE = `const before = Object.keys(globalThis).length;
    const { create } = require("service-link"); require("service-link/global"); ${GLOBALS}; ${CREATE}`;
  const programs: Record<string, [file: string, text: string]> = {
    "imported by an ES module": [
      "program.mjs",
      `const before = Object.keys(globalThis).length;
       const { create } = await import("service-link"); await import("service-link/global");
       ${GLOBALS}; ${CREATE}`,
    ],
    "required by CommonJS": ["program.cjs", REQUIRE],
    "required in a worker": ["worker.cjs", `${WORKER}(${JSON.stringify(REQUIRE)}, { eval: true })`],
  };
  for (const [how, [file, text]] of Object.entries(programs))
    test(`${how} on a server does nothing, and says that create needs a page`, () => {
      writeFileSync(join(FOLDER, file), text);
      const output = execFileSync(process.execPath, [join(FOLDER, file)], {
        cwd: FOLDER,
        encoding: "utf8",
      });
      expect(output).toBe(
        "0\nService.create: there is no page here; call it in the browser, e.g. in an effect or a click\n",
      );
    });
});

describe("the client's package", () => {
  const sources = () =>
    ["index.js", "index.cjs"].map((name) => readFileSync(join(node, name), "utf8"));

  test("depends on nothing, not even on Node, and runs nothing when it is installed", () => {
    const manifest = manifestOf(node);
    for (const field of ["dependencies", "optionalDependencies", "peerDependencies", "scripts"])
      expect(manifest).not.toHaveProperty(field);
    for (const source of sources())
      expect(source).not.toMatch(/\bimport[ (]|\brequire\(|\bBuffer\b|\bprocess\./);
  });

  test("the client's package has two modules and the declarations that they reach", () => {
    const files = readdirSync(node, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(c?js|ts)$/.test(name),
    );
    expect(files.toSorted().map((name) => name.replaceAll("\\", "/"))).toEqual([
      "api-error.d.ts",
      "client-types.d.ts",
      "generated/operations.d.ts",
      "generated/schemas.d.ts",
      "generated/webhooks.d.ts",
      "index.cjs",
      "index.d.ts",
      "index.js",
      "webhook-error.d.ts",
    ]);
  });

  test("calls with fetch and WebCrypto alone, in a realm without Node's globals", async () => {
    const calls: string[] = [];
    const fetch = async (url: string) => {
      calls.push(url);
      return Response.json({ accounts: [], request_id: "aB3dE6gH9jK2mN5" });
    };
    const globals = { fetch, URL, AbortController, setTimeout, clearTimeout };
    const module = { exports: {} as { createClient(options: object): Record<string, Call> } };
    runInNewContext(sources()[1] ?? "", { ...globals, module, exports: module.exports });
    const api = module.exports.createClient({
      baseUrl: "https://link.example",
      clientId: "client",
      secret: "secret",
    });
    await expect(api.accountsGet?.({ access_token: "a" })).resolves.toHaveProperty("accounts");
    expect(calls).toEqual(["https://link.example/accounts/get"]);
  });
});

type Call = (request: object) => Promise<unknown>;

describe("the server's package", () => {
  test("depends on its imports, and on no package of development", () => {
    const { dependencies } = manifestOf(server);
    expect(root.dependencies).toMatchObject(dependencies);
    expect(Object.keys(dependencies)).toEqual([
      "better-sqlite3",
      "ioredis",
      "lib-fints",
      "nodemailer",
      "pdfkit",
      "pg",
      "undici",
    ]);
  });

  test("the server's package has its own binary of SQLite, so that nothing is compiled, even from a lock file", () => {
    expect(manifestOf(server).bundleDependencies).toEqual(["better-sqlite3"]);
    const addon = join(server, "node_modules/better-sqlite3");
    expect(readdirSync(addon)).not.toContain("binding.gyp");
    expect(manifestOf(addon)).not.toHaveProperty("scripts");
    expect(readdirSync(join(addon, "prebuilds")).toSorted()).toMatchInlineSnapshot(`
      [
        "darwin-arm64.node",
        "darwin-x64.node",
        "linux-arm64.node",
        "linux-x64.node",
        "linuxmusl-arm64.node",
        "linuxmusl-x64.node",
        "win32-arm64.node",
        "win32-x64.node",
      ]
    `);
  });

  test("the server's package has the code that it runs, and neither tests nor types", () => {
    const files = readdirSync(server, { recursive: true, encoding: "utf8" });
    for (const name of ["dist/cli.js", "dist/server/LICENSES.md", "dist/public/link.html"])
      expect(files).toContain(name);
    const sources = files.filter((name) => /^demo\/(react|next|python)\/[^/]+\.[^/]+$/.test(name));
    expect(sources.map((name) => name.slice("demo/".length)).sort()).toEqual([
      "next/.env.example",
      "next/package.json",
      "next/tsconfig.json",
      "python/.env.example",
      "python/page.html",
      "python/server.py",
      "react/.env.example",
      "react/index.html",
      "react/package.json",
      "react/tsconfig.json",
      "react/vite.config.ts",
    ]);
    expect(
      files.filter((name) => /\.test\.|\.d\.m?ts$|^dist\/(packages|bench)/.test(name)),
    ).toEqual([]);
  });
});
