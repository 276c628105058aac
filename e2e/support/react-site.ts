import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "vite";

const PROJECT = join(import.meta.dirname, "../..");

/** In-memory files, in a folder from which the project's packages resolve. */
const COMPONENT = join(PROJECT, "e2e/connect.jsx");
const ENTRY = join(PROJECT, "e2e/app.jsx");

/** Mounts a component `Connect` as an application would, and logs the public token. */
const APPLICATION = `import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Connect } from "./connect.jsx";
createRoot(document.getElementById("root")).render(
  <StrictMode><Connect onSuccess={(publicToken) => console.log(publicToken)} /></StrictMode>,
);`;

/** The script of a page that mounts a React module's `Connect`, with Preact as React. */
const bundleOf = async (component: string): Promise<string> => {
  const sources: Record<string, string> = { [ENTRY]: APPLICATION, [COMPONENT]: component };
  const result = await build({
    configFile: false,
    root: PROJECT,
    publicDir: false,
    logLevel: "silent",
    plugins: [
      {
        name: "sources",
        enforce: "pre",
        resolveId: (id) => (id === "./connect.jsx" ? COMPONENT : id === ENTRY ? ENTRY : null),
        load: (id) => sources[id] ?? null,
      },
    ],
    resolve: {
      alias: [
        { find: "service-link", replacement: join(PROJECT, "src/sdk/module.ts") },
        { find: /^react(-dom)?$/, replacement: "preact/compat" },
        { find: "react-dom/client", replacement: "preact/compat/client" },
        { find: "react/jsx-runtime", replacement: "preact/jsx-runtime" },
      ],
    },
    oxc: { jsx: { runtime: "automatic", importSource: "react" } },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { format: "iife" } },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !("output" in bundle)) throw new Error("nothing was built");
  return bundle.output[0].code;
};

/** A site with a page that mounts a React module's `Connect`. `head` is prepended to its HTML. */
export const reactSite = async (component: string, head = "") =>
  siteOf({
    "/": `<!doctype html>${head}<div id="root"></div><script src="/app.js"></script>`,
    "/app.js": await bundleOf(component),
  });

/** A site with these files by path, on another origin than Link's. */
export const siteOf = async (files: Record<string, string>) => {
  const site = createServer(({ url = "/" }, response) => {
    const type = url.endsWith(".js") ? "text/javascript" : "text/html";
    response.setHeader("content-type", `${type}; charset=utf-8`);
    response.statusCode = url in files ? 200 : 404;
    response.end(files[url]);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      site.closeAllConnections();
      await new Promise((resolve) => site.close(resolve));
    },
  };
};
