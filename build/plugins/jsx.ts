import type { Plugin, UserConfig } from "vite";

/** Preact's own function makes elements in fewer bytes than the runtime that TypeScript expects. */
export const jsx = { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" } as const;

const PRAGMAS = 'import { Fragment, h } from "preact"';

/** Compiles JSX, and adds the import of JSX functions to every module. */
export const oxc = { jsx, jsxInject: PRAGMAS } satisfies UserConfig["oxc"];

/** Imports the functions of JSX into modules with JSX only: words need no Preact. */
export function pragmas(): Plugin {
  return {
    name: "pragmas",
    enforce: "pre",
    transform: (code, id) => (id.endsWith(".tsx") ? `${PRAGMAS};${code}` : undefined),
  };
}
