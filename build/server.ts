import type { Plugin, UserConfig } from "vite";
import { withoutHttp2 } from "./plugins/without-http2.ts";

/**
 * External packages: native, rarely needed, or unused here, such as the framework's schema
 * compilers. lib-fints is under the LGPL, which requires that users can replace it.
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
 * The server with its libraries bundled, since a start would spend most of its time on finding and
 * reading hundreds of small files. The format is CommonJS: an ES module that imports `node:http`
 * makes Node load an entire HTTP client.
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
      // depd uses `eval` for deprecation warnings of the demo bank's libraries.
      checks: { eval: false },
      output: {
        format: "cjs",
        entryFileNames: "[name].cjs",
        chunkFileNames: "[name].cjs",
        // Node keeps sources in memory. Without comments, a source is half as long; in ASCII, each
        // character takes half the space.
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

/** The entry, which every Node version must parse before other code loads. */
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

/** The parts of the server that benchmarks call directly. */
export const bench: UserConfig = {
  publicDir: false,
  build: { ssr: "bench/parts.ts", outDir: "dist/bench", target: "node22" },
};

/** The commands are a separate build in another format. */
function builtCommands(): Plugin {
  return {
    name: "built-commands",
    enforce: "pre",
    resolveId: (id) =>
      id === "./run-command.ts" ? { id: "./server/run-command.cjs", external: true } : undefined,
  };
}
