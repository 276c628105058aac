// Measures how often the matcher recognizes a transaction under another id: false matches, and the recall of pairs that
// have a single candidate on either side, per kind, as a table.
//
//   npx vite build --mode bench && node bench/matching/measure.mjs [pairs] [seed]

import { matchTransactions, scenarios } from "../../dist/bench/parts.js";

const PAIRS = Number(process.argv[2] ?? 1_000_000);
const SEED = Number(process.argv[3] ?? 1);

const kinds = new Map();
const total = { pairs: 0, false: 0, certain: 0, found: 0 };

for (const { kind, before, after, truth, certain } of scenarios(SEED, Infinity)) {
  const [stored, listed] = [before, after].map((all) => new Set(all.map(idOf)));
  const gone = before.filter((each) => !listed.has(idOf(each)));
  const come = after.filter((each) => !stored.has(idOf(each)));
  const kept = before.filter((each) => listed.has(idOf(each)));
  const matches = new Map(
    (await matchTransactions(gone, come, kept)).matches.map((match) => [match.before, match.after]),
  );
  const wrong = [...matches].filter(([from, to]) => truth.get(from) !== to).length;
  const found = certain.filter(([from, to]) => matches.get(from) === to).length;
  const row = kinds.get(kind) ?? { pairs: 0, false: 0, certain: 0, found: 0 };
  for (const sum of [row, total]) {
    sum.pairs += gone.length * come.length;
    sum.false += wrong;
    sum.certain += certain.length;
    sum.found += found;
  }
  kinds.set(kind, row);
  if (total.pairs >= PAIRS) break;
}

function idOf({ transaction_id }) {
  return transaction_id;
}

const line = (name, { pairs, certain, found, ...rest }) => {
  const recall = certain === 0 ? "none demanded" : `${((100 * found) / certain).toFixed(1)} %`;
  return `| ${[name, pairs, rest.false, certain, recall].join(" | ")} |`;
};

console.log("| Kind | Pairs | False matches | Single candidates | Recall |\n|---|---|---|---|---|");
console.log(line("**all**", total));
for (const [name, row] of kinds) console.log(line(name, row));
