import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillPagePackage } from "./service-link/fill.mjs";

const PROJECT = join(import.meta.dirname, "..");
const FOLDER = mkdtempSync(join(tmpdir(), "service-link-frameworks-"));
const page = join(FOLDER, "node_modules/service-link");

/** The frameworks of an application, with their types. */
const FRAMEWORKS = ["react", "@types/react", "vue", "svelte"];

// Fills the package from the build's output; run `npm run build` first.
beforeAll(async () => {
  for (const folder of [page, join(FOLDER, "node_modules/@types")])
    mkdirSync(folder, { recursive: true });
  await fillPagePackage(page);
  cpSync(join(PROJECT, "packages/service-link/package.json"), join(page, "package.json"));
  for (const name of FRAMEWORKS)
    symlinkSync(
      join(PROJECT, "node_modules", name),
      join(FOLDER, "node_modules", name),
      "junction",
    );
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

// Without `react-native`, which runs on no server.
const ENTRIES = ["react", "vue", "svelte", "element", "load-link", "webview", "types"];

describe("on a server", () => {
  const PROGRAMS = {
    mjs: `await Promise.all(["react", "vue", "svelte"].map((name) => import(name)));
      const before = Object.keys(globalThis).length;
      for (const name of ${JSON.stringify(ENTRIES)}) await import("service-link/" + name);
      console.log(Object.keys(globalThis).length - before);
      const { loadLink } = await import("service-link/load-link");
      loadLink({ origin: "https://link.example" }).catch(({ message }) => console.log(message));`,
    cjs: `for (const name of ["react", "vue", "svelte"]) require(name);
      const before = Object.keys(globalThis).length;
      for (const name of ${JSON.stringify(ENTRIES)}) require("service-link/" + name);
      console.log(Object.keys(globalThis).length - before);
      const { loadLink } = require("service-link/load-link");
      loadLink({ origin: "https://link.example" }).catch(({ message }) => console.log(message));`,
  };
  test.each(Object.entries(PROGRAMS))("importing every entry as %s does nothing", (kind, text) => {
    const file = join(FOLDER, `program.${kind}`);
    writeFileSync(file, text);
    const output = execFileSync(process.execPath, [file], { cwd: FOLDER, encoding: "utf8" });
    expect(output).toBe("0\nloadLink: there is no page here; call it in the browser\n");
  });
});

/** The whole page script as a module, in a page that may also have the script tag. */
const USE_CORE = `
  import "service-link/global";
  import { create, type Config, type EventMetadata, type Product } from "service-link";
  const product = ["auth"] as const satisfies readonly Product[];
  const config: Config = {
    clientName: "Shop", product, key: "key", env: "sandbox",
    token: undefined as string | undefined,
    onSuccess: (publicToken, metadata) => metadata.institution.name?.concat(publicToken),
    onEvent: (name, metadata) => {
      if (name === "ERROR") metadata.error_code.concat(metadata.error_type);
    },
  };
  create(config).open();
  window.Service.create(config).destroy();
  export type Code = EventMetadata<"ERROR">["error_code"];
`;

const USE_FRAMEWORKS = `
  import type { EventMetadata, Service as PageService } from "service-link/types";
  import { loadLink } from "service-link/load-link";
  import { ServiceLink, useServiceLink, type LinkOptions } from "service-link/react";
  import { useServiceLink as useInVue, ServiceLink as Button } from "service-link/vue";
  import { useServiceLink as useInSvelte } from "service-link/svelte";
  import type { ServiceLinkElement } from "service-link/element";
  import { ServiceLink as NativeLink, useServiceLink as useInApp } from "service-link/react-native";
  import { createWebviewLink, parseMessage } from "service-link/webview";
  const options: LinkOptions = {
    origin: "https://link.example",
    token: null as string | null,
    onSuccess: (publicToken, metadata) => metadata.institution.name?.concat(publicToken),
    onEvent: (name, metadata) => {
      if (name === "ERROR") metadata.error_code.concat(metadata.error_type);
    },
  };
  // @ts-expect-error: without a token, the other fields are required.
  const incomplete: LinkOptions = { onSuccess: () => undefined, key: "k" };
  export const inReact = () => useServiceLink({ ...options, getToken: async () => "link-sandbox-1" }).ready;
  export const inVue: boolean = useInVue(() => options).ready.value;
  export const inSvelte: Error | null = useInSvelte(() => options).error;
  export const inApp = () => useInApp({ ...options, origin: "https://link.example" }).modal;
  // @ts-expect-error: an app has no script whose origin would be Link's.
  export const withoutOrigin = () => useInApp({ token: null, onSuccess: () => undefined });
  export const inWebview: boolean = createWebviewLink({
    origin: "https://link.example", token: "t", openUrl: (url) => void url.length,
    onSuccess: (publicToken, metadata) => metadata.accounts?.map(({ mask }) => mask),
  }).navigate("servicelink://exit");
  const message = parseMessage("servicelink://event?event_name=ERROR");
  if (message?.kind === "event" && message.name === "ERROR") message.metadata.error_code.concat();
  if (message?.kind === "connected") message.publicToken.concat();
  export const components = [NativeLink, ServiceLink, Button, incomplete];
  const element: ServiceLinkElement = document.createElement("service-link");
  element.addEventListener("success", ({ detail }) => detail.publicToken.concat(detail.metadata.link_session_id));
  element.addEventListener("click", (event) => event.clientX);
  export const loaded: Promise<PageService> = loadLink({ origin: "https://link.example" });
  window.Service.create({ token: "t", onSuccess: () => undefined }).open();
  export type Code = EventMetadata<"ERROR">["error_code"];
`;

const MODULES = { bundler: "preserve", node16: "node16", nodenext: "nodenext" };
test.each(Object.entries(MODULES))(
  "every file compiles under %s resolution",
  (moduleResolution, module) => {
    const folder = join(FOLDER, moduleResolution);
    mkdirSync(folder);
    for (const kind of ["mts", "cts"]) {
      writeFileSync(join(folder, `core.${kind}`), USE_CORE);
      writeFileSync(join(folder, `frameworks.${kind}`), USE_FRAMEWORKS);
    }
    const compilerOptions = {
      ...{ module, moduleResolution, strict: true, noEmit: true, skipLibCheck: false, types: [] },
      ...{ exactOptionalPropertyTypes: true, lib: ["es2022", "dom"], target: "es2022" },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const { stdout } = spawnSync(join(PROJECT, "node_modules/.bin/tsc"), ["-p", folder], {
      encoding: "utf8",
    });
    expect(stdout).toBe("");
  },
);

/** The bytes after brotli that an entry adds to a page with its framework and the core. */
const bytesOf = async (entry: string): Promise<number> => {
  const result = await build({
    configFile: false,
    root: FOLDER,
    publicDir: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: "terser",
      target: "es2022",
      lib: { entry: join(page, `${entry}.js`), formats: ["es"] },
      rolldownOptions: { external: /^(react|vue|svelte)\b|\/index\.js$/ },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !("output" in bundle)) throw new Error("nothing was built");
  return brotliCompressSync(bundle.output[0].code).length;
};

test.each([
  ["react", 2048],
  ["vue", 2048],
  ["svelte", 2048],
  ["element", 1536],
  ["load-link", 1024],
  ["webview", 2048],
  ["react-native", 4096],
])("the entry %s is %i bytes at most, without its framework and the core", async (entry, limit) => {
  const bytes = await bytesOf(entry);
  expect(bytes).toBeGreaterThan(300);
  expect(bytes).toBeLessThanOrEqual(limit);
});

test("server components import the hooks as a client's", () => {
  for (const name of ["react.js", "react.cjs", "react-native.js", "react-native.cjs"])
    expect(readFileSync(join(page, name), "utf8")).toMatch(/^"use client";\n/);
});
