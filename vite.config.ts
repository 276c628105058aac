import { minify } from "terser";
import { type BuildOptions, defineConfig, type Plugin, type UserConfig } from "vite";
import { entryChunk, lazyChunk } from "./scripts/chunks.ts";
import { inlineScript } from "./scripts/inline-script.ts";
import { leanPreact } from "./scripts/lean-preact.ts";
import { scriptRelease } from "./scripts/script-release.ts";

/** Preact's own function makes elements in fewer bytes than the runtime that TypeScript expects. */
const jsx = { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" } as const;
const PRAGMAS = 'import { Fragment, h } from "preact"';
const oxc: UserConfig["oxc"] = { jsx, jsxInject: PRAGMAS };

/** Link, the frame's document: its style goes into the HTML, so that it paints in one request. */
const link: UserConfig = {
  root: "src/link",
  // This build alone copies public/.
  publicDir: "../../public",
  plugins: [
    plainImports(),
    pragmas(),
    inlineStyle(),
    leanPreact(),
    minifyAgain(),
    inlineScript(["lazy", "institution-index", "rare"]),
  ],
  oxc: { jsx },
  build: {
    outDir: "../../dist/public",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rolldownOptions: {
      input: "src/link/link.html",
      output: { chunkFileNames, codeSplitting: lazyChunk("src/link/main.tsx", "src/link/lazy.ts") },
      checks: { bundlerTimings: false },
    },
  },
};

/**
 * A language's chunk bears the language's name, by which the server sends it along. A rare chunk is
 * `rare-<name>`, and its words in a language `rare-<name>.<language>`. Each letter of a name costs
 * bytes of the first view, as the hash does.
 */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, folder, rare, file] = /\/(\w+)\/(rare\/)?([^/]+)\.ts$/.exec(facadeModuleId ?? "") ?? [];
  if (rare) return `assets/rare-${file}${folder === "link" ? "" : `.${folder}`}-[hash:6].js`;
  const name = file === "all" ? folder : file?.replace("clickjacking-", "");
  return `assets/${name ?? "[name]"}-[hash:6].js`;
}

/** One file for pages. */
const pageFile = (
  entry: string,
  lib: { formats: ["es" | "iife"]; name?: string; fileName: string },
  plugins: Plugin[] = [],
): UserConfig => ({
  publicDir: false,
  plugins,
  build: {
    outDir: "dist/public",
    emptyOutDir: false,
    target: "es2022",
    lib: { ...lib, entry: `src/sdk/${entry}.ts`, fileName: () => lib.fileName },
  },
});

/** The page's script tag: no dependency; at the address of its release, too. */
const script = pageFile("global", { formats: ["iife"], name: "Service", fileName: "link.js" }, [
  scriptRelease("link.js"),
]);

/** The file next to it, a module that it imports for an embedded search, or attributes of its tag. */
const embedded = pageFile("embedded", { formats: ["es"], fileName: "embedded.js" }, [
  scriptRelease("embedded.js"),
]);

/** The script of hosted Link's page, which has the page's script in it. */
const hosted = pageFile("hosted", { formats: ["iife"], name: "hosted", fileName: "hosted.js" });

type PagesOptions = BuildOptions["rolldownOptions"] &
  Pick<BuildOptions, "cssTarget" | "modulePreload"> & { plugins?: Plugin[] };

/** Builds the documents of a folder of `src/`, each with its scripts and styles, for an address. */
const pages = (
  room: string,
  address: string,
  documents: string[],
  { plugins = [], modulePreload = false, cssTarget, ...options }: PagesOptions = {},
): UserConfig => ({
  root: `src/${room}`,
  base: `/${address}/`,
  publicDir: false,
  plugins: [plainImports(), ...plugins],
  oxc,
  build: {
    outDir: `../../dist/public/${address}`,
    emptyOutDir: true,
    target: "es2022",
    ...(cssTarget && { cssTarget }),
    modulePreload,
    rolldownOptions: { input: documents.map((name) => `src/${room}/${name}.html`), ...options },
  },
});

const dashboard = pages("dashboard", "dashboard", ["dashboard"], {
  plugins: [minifyAgain()],
  modulePreload: { polyfill: false },
  output: { codeSplitting: entryChunk("src/dashboard/main.tsx", "first-view") },
  checks: { bundlerTimings: false },
});

/**
 * The documents that the white label page frames, which load at once all that Link loads late. The page chooses their
 * theme by `color-scheme`; `light-dark()`, compiled for older browsers, would follow the device.
 */
const preview = pages("preview", "dashboard/preview", ["link", "account"], {
  cssTarget: ["chrome123", "firefox120", "safari17.5"],
  checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
});

/** The account site. A hash is not compressed, and the first view names each chunk. */
const portal = pages("portal", "account", ["portal"], {
  output: { chunkFileNames: "assets/[name]-[hash:6].js" },
});

/** The API reference. */
const reference = pages("docs", "docs", ["docs"]);

/** Native, needed by few, or not used here, as the framework's schema compilers. */
const OUTSIDE = [
  "better-sqlite3",
  "pg",
  "pdfkit",
  "undici",
  "nodemailer",
  "ioredis",
  "@fastify/ajv-compiler",
  "@fastify/fast-json-stringify-compiler",
];

/**
 * The server, with its libraries inside: a start would spend most of its time on finding and reading
 * hundreds of small files. It is CommonJS, because an ES module that imports `node:http` makes Node load a whole
 * HTTP client of its own.
 */
const server: UserConfig = {
  publicDir: false,
  ssr: { noExternal: true, external: OUTSIDE },
  build: {
    ssr: true,
    outDir: "dist/server",
    target: "node22",
    license: { fileName: "LICENSES.md" },
    rolldownOptions: {
      input: {
        "run-command": "src/cli/run-command.ts",
        testing: "src/testing/in-process/index.ts",
        "files-worker": "src/server/connectors/files/worker.ts",
      },
      // depd, by which the demo bank's libraries warn of deprecations.
      checks: { eval: false },
      output: {
        format: "cjs",
        entryFileNames: "[name].cjs",
        chunkFileNames: "[name].cjs",
        // A source is kept in memory: without comments it is half as long, and in ASCII half as wide.
        comments: false,
        minify: {
          compress: false,
          mangle: false,
          codegen: { removeWhitespace: false, asciiOnly: true },
        },
      },
    },
  },
};

/** The entry, which any Node reads before anything else is loaded. */
const cli: UserConfig = {
  publicDir: false,
  plugins: [builtCommands()],
  build: {
    ssr: true,
    outDir: "dist",
    emptyOutDir: false,
    target: "node14.18",
    rolldownOptions: { input: { cli: "src/cli/main.ts" } },
  },
};

/** The parts of the server that benches call by themselves. */
const bench: UserConfig = {
  publicDir: false,
  build: { ssr: "bench/parts.ts", outDir: "dist/bench", target: "node22" },
};

const BUILDS: Record<string, UserConfig> = {
  script,
  embedded,
  hosted,
  dashboard,
  preview,
  portal,
  reference,
  server,
  cli,
  bench,
};

export default defineConfig(({ mode }) => BUILDS[mode] ?? link);

/** Variables for a CSS function that no style of ours calls. */
const POLYFILL = /--lightningcss-(light|dark):( |initial);/g;

function inlineStyle(): Plugin {
  return {
    name: "inline-style",
    enforce: "post",
    transform: (code, id) => (id.endsWith(".css?inline") ? code.replace(POLYFILL, "") : undefined),
    generateBundle(_, bundle) {
      const html = bundle["link.html"];
      if (html?.type !== "asset") throw new Error("there is no link.html to put the style into");
      html.source = String(html.source).replace(
        /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/,
        (_, path: string) => {
          const css = bundle[path];
          if (css?.type !== "asset") throw new Error(`there is no style ${path}`);
          delete bundle[path];
          return `<style>${String(css.source).replace(POLYFILL, "").trim()}</style>`;
        },
      );
    },
  };
}

/** Minifies again with terser, which saves another 2 %, and the document with it. */
function minifyAgain(): Plugin {
  return {
    name: "minify-again",
    enforce: "post",
    generateBundle: async (_, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = await minifyScript(file.code, true);
        else if (file.fileName.endsWith(".html")) {
          const html = String(file.source);
          const script = /(?<=<script>)[^<]+/.exec(html)?.[0] ?? "";
          const code = await minifyScript(script, false);
          // A file of our own origin is fetched in the same way without the attribute.
          file.source = html
            .replace(script, () => code)
            .replace(/ crossorigin| \/(?=>)/g, "")
            .replace(/\n\s+/g, "\n");
        }
    },
  };
}

const minifyScript = async (script: string, module: boolean): Promise<string> => {
  // Brotli finds more that repeats in conditions as they were written.
  const compress = { passes: 3, unsafe_arrows: true, lhs_constants: false };
  const options = { module, ecma: 2020, compress } as const;
  const once = (await minify(script, options)).code ?? script;
  return (await minify(once, { ...options, mangle: false })).code ?? script;
};

/** Lazy chunks have nothing to preload: Vite's code for that around each import is left out. */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    configResolved: ({ plugins }) => {
      const at = plugins.findIndex(({ name }) => name === "native:import-analysis-build");
      if (at < 0) throw new Error("Vite's import analysis has another name");
      (plugins as Plugin[]).splice(at, 1);
    },
  };
}

/** Imports the functions that JSX becomes, into modules with JSX only: words need no Preact. */
function pragmas(): Plugin {
  return {
    name: "pragmas",
    enforce: "pre",
    transform: (code, id) => (id.endsWith(".tsx") ? `${PRAGMAS};${code}` : undefined),
  };
}

/** The commands are a build of their own, in a format of their own. */
function builtCommands(): Plugin {
  return {
    name: "built-commands",
    enforce: "pre",
    resolveId: (id) =>
      id === "./run-command.ts" ? { id: "./server/run-command.cjs", external: true } : undefined,
  };
}
