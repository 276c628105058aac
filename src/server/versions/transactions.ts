import { atPath, compose, type Edit } from "./edit.ts";

const TRANSACTION_PATHS = [
  "transactions[]",
  "added[]",
  "modified[]",
  "report.items[].accounts[].transactions[]",
] as const;

/** Applies an edit to every transaction of a response. */
export const everyTransaction = (edit: Edit): Edit =>
  compose(...TRANSACTION_PATHS.map((path) => atPath(path, edit)));
