import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SCALE = join(import.meta.dirname, "../../src/design/scale.css");

/**
 * Replaces the variables of `src/design/scale.css` by their values, since each use of a custom
 * property costs bytes of the first view. An unknown name fails the build.
 */
export function designScale(): Plugin {
  const values = new Map(
    [...readFileSync(SCALE, "utf8").matchAll(/(--[a-z-]+): ([^;]+);/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
  return {
    name: "design-scale",
    transform: (code, id) =>
      /\.css(\?inline)?$/.test(id)
        ? code.replace(/var\((--(?:radius|text)-[a-z]+)\)/g, (_, name: string) => {
            const value = values.get(name);
            if (value === undefined) throw new Error(`src/design/scale.css has no ${name}: ${id}`);
            return value;
          })
        : undefined,
  };
}
