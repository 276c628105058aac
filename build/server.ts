import type { Plugin, UserConfig } from "vite";
import { withoutHttp2 } from "./plugins/without-http2.ts";

/**
 * Native, needed by few, or not used here, as the framework's schema compilers; lib-fints is under the LGPL, which asks
 * that others can replace it.
 */
const OUTSIDE = [
  "better-sqlite3",
  "pg",
  "pdfkit",
  "undici",
  "nodemailer",
  "ioredis",
  "lib-fints",
  "@fastify/ajv-compiler",
  "@fastify/fast-json-stringify-compiler",
];

/**
 * The server, with its libraries inside: a start would spend most of its time on finding and reading
 * hundreds of small files. It is CommonJS, because an ES module that imports `node:http` makes Node
 * load a whole HTTP client of its own.
 */
export const server: UserConfig = {
  publicDir: false,
  plugins: [withoutHttp2()],
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
export const cli: UserConfig = {
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
export const bench: UserConfig = {
  publicDir: false,
  build: { ssr: "bench/parts.ts", outDir: "dist/bench", target: "node22" },
};

/** The commands are a build of their own, in a format of their own. */
function builtCommands(): Plugin {
  return {
    name: "built-commands",
    enforce: "pre",
    resolveId: (id) =>
      id === "./run-command.ts" ? { id: "./server/run-command.cjs", external: true } : undefined,
  };
}
