import { defineCommand, defineGroup, text } from "../command.ts";

const CELLS = text("--cells <file>", "the cells, as JSON", "cells.json");

const status = defineCommand({
  name: "status",
  summary: "show whether the servers of each cell are ready, and the sums of each cell",
  details: "Fails if a server is not ready, so that a script notices.",
  options: { cells: CELLS },
  run: async ({ values, context }) =>
    (await import("./print-cells.ts")).printCells(values.cells, context),
});

const page = defineCommand({
  name: "page",
  summary: "serve the same as a page, to browsers of this machine alone",
  details: "The page has no password: reach it from elsewhere by a tunnel, such as ssh -L.",
  options: { cells: CELLS, port: text("--port <number>", "the port to listen on", "8090") },
  run: async ({ values, context }) => (await import("./serve-page.ts")).servePage(values, context),
});

/** `service-link cells`. */
export const cells = defineGroup("cells", "show how all cells are, in a list or on a page", [
  status,
  page,
]);
