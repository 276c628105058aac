import { fillEntries } from "../entries.mjs";

/** Fills the package with the client of the API. */
export const fillNodePackage = (folder) =>
  fillEntries(folder, {
    source: "src/client",
    names: ["index"],
    project: "packages/node/tsconfig.json",
  });
