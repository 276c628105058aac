// Measures how often the matcher recognizes a transaction under another id, per kind, as a table: matches that are not the
// generator's, those among equal ones apart; the recall of pairs that have a single candidate on either side; and how
// many pairs are asked.
//
//   npx vite build --mode bench && node bench/matching/measure.mjs [pairs] [seed]

import { matchTransactions, nothingTells, rowOf, scenarios } from "../../dist/bench/parts.js";

const PAIRS = Number(process.argv[2] ?? 1_000_000);
const SEED = Number(process.argv[3] ?? 1);

const kinds = new Map();
const total = newRow();

for (const scenario of scenarios(SEED, Infinity)) {
  const { kind, before, after, certain } = scenario;
  const [stored, listed] = [before, after].map((all) => new Set(all.map(toId)));
  const gone = before.filter((each) => !listed.has(toId(each)));
  const come = after.filter((each) => !stored.has(toId(each)));
  const kept = before.filter((each) => listed.has(toId(each)));
  const { matches, possible } = await matchTransactions(gone, come, kept);
  const found = new Map(matches.map((match) => [match.before, match.after]));
  const wrong = [...found].filter(([from, to]) => scenario.truth.get(from) !== to);
  const equal = wrong.filter((pair) => isAmongEqual(scenario, pair));
  const untold = wrong.filter((pair) => !equal.includes(pair) && nothingTells(scenario, ...pair));
  const row = kinds.get(kind) ?? newRow();
  for (const sum of [row, total]) {
    sum.pairs += gone.length * come.length;
    sum.false += wrong.length - equal.length - untold.length;
    sum.equal += equal.length;
    sum.untold += untold.length;
    sum.certain += certain.length;
    sum.found += certain.filter(([from, to]) => found.get(from) === to).length;
    sum.asked += possible.length;
  }
  kinds.set(kind, row);
  if (total.pairs >= PAIRS) break;
}

function newRow() {
  return { pairs: 0, false: 0, equal: 0, untold: 0, certain: 0, found: 0, asked: 0 };
}

/**
 * Whether either row's true match has the same account, amount and words as the matched row: only
 * their numbers differ.
 */
function isAmongEqual({ before, after, truth }, [from, to]) {
  const toKey = (list, id) => {
    const row = list.find((each) => toId(each) === id);
    return (
      row && JSON.stringify([row.account_id, row.amount, ...[...rowOf(row).reading.words].sort()])
    );
  };
  const successor = truth.get(from);
  const predecessor = [...truth].find(([, became]) => became === to)?.[0];
  return (
    (successor != null && toKey(after, successor) === toKey(after, to)) ||
    (predecessor !== undefined && toKey(before, predecessor) === toKey(before, from))
  );
}

function toId({ transaction_id }) {
  return transaction_id;
}

const line = (name, { pairs, certain, found, equal, untold, asked, ...rest }) => {
  const recall = certain === 0 ? "none demanded" : `${((100 * found) / certain).toFixed(1)} %`;
  return `| ${[name, pairs, rest.false, equal, untold, certain, recall, asked].join(" | ")} |`;
};

console.log(
  "| Kind | Pairs | False matches | Among equal ones | Nothing tells | Applied by the rule | Recall | Asked |",
);
console.log("|---|---|---|---|---|---|---|---|");
console.log(line("**all**", total));
for (const [name, row] of kinds) console.log(line(name, row));
