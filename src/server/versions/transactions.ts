import { all, at, type Edit } from "./edit.ts";

const PLACES = [
  "transactions[]",
  "added[]",
  "modified[]",
  "report.items[].accounts[].transactions[]",
] as const;

/** An edit of every transaction of an answer, wherever that has them. */
export const everyTransaction = (edit: Edit): Edit =>
  all(...PLACES.map((place) => at(place, edit)));
