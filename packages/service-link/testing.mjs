import { join } from "node:path";
import { fillEntries } from "../entries.mjs";

/** Fills the folder `testing` of the package with its entries and their declarations. */
export const fillTesting = (folder) =>
  fillEntries(join(folder, "testing"), {
    source: "src/testing/kit",
    names: ["index", "playwright", "vitest"],
    project: "packages/service-link/tsconfig.testing.json",
    // The tools that the fixtures extend. The user's project provides them.
    external: /^(node:|vitest$|@playwright\/test$)/,
    // The page's types are in the package's core.
    rename: (text, extension) =>
      text.replace(/from "\.\.\/\.\.\/sdk\/[^"]+"/g, `from "../index.${extension}"`),
  });
