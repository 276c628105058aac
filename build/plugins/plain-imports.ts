import type { Plugin } from "vite";

/**
 * Lazy chunks have no dependencies to preload, so Vite's preload code around each import is
 * removed.
 */
export function plainImports(): Plugin {
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
