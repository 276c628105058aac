import type { Plugin } from "vite";

/** Lazy chunks have nothing to preload: Vite's code for that around each import is left out. */
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
