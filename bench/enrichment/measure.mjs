// Prints the descriptors that the rules leave uncategorized, for an operator to add to the data files of
// src/server/domain/enrichment/lists.
//
//   npx vite build --mode bench && node bench/enrichment/measure.mjs

import { measureAccuracy } from "../../dist/bench/parts.js";

const { uncategorized } = await measureAccuracy();
console.log(uncategorized.map(({ country, descriptor }) => `${country}\t${descriptor}`).join("\n"));
