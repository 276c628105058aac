// Measures the matcher against cases that were written from the words of docs/matching.md alone, by kind, as a table: matches
// that are wrong, recall of the pairs that the rule applies, defaults that are wrong in truth, and questions.
//
//   npx vite build --mode bench && node bench/matching/rule.mjs [pairs] [seed] [kinds to print cases of]

import { judge, matchTransactions, ruleCases } from "../../dist/bench/parts.js";

const PAIRS = Number(process.argv[2] ?? 1_000_000);
const SEED = Number(process.argv[3] ?? 1);
const SHOWN = process.argv[4];

const kinds = new Map();
let pairs = 0;
let shown = 0;
for (const one of ruleCases(SEED)) {
  const { matches, possible } = await matchTransactions(one.gone, one.come, one.kept);
  const ids = (list) => list.map(({ before, after }) => [before, after]);
  const result = judge(one, ids(matches), ids(possible));
  const sums = kinds.get(one.kind) ?? { verdict: one.verdict, cases: 0 };
  sums.cases++;
  for (const [name, value] of Object.entries(result)) sums[name] = (sums[name] ?? 0) + value;
  kinds.set(one.kind, sums);
  const extra = result.questions - (result.asked - result.unasked);
  if (SHOWN && one.kind.includes(SHOWN) && shown < 5)
    if (result.wrong || result.unasked || extra || result.found < result.applied) {
      shown++;
      const brief = (row) =>
        [row.date, row.pending ? "p" : "", row.amount, row.name, row.authorized_date ?? ""].join(
          " ",
        );
      console.error(
        JSON.stringify(
          {
            ...{
              kind: one.kind,
              gone: one.gone.map((row) => `${row.transaction_id} ${brief(row)}`),
            },
            ...{ come: one.come.map((row) => `${row.transaction_id} ${brief(row)}`) },
            ...{ applied: one.applied.join(" | "), asked: one.asked.join(" | ") },
            ...{ matches: ids(matches).join(" | "), possible: ids(possible).join(" | ") },
          },
          null,
          1,
        ),
      );
    }
  pairs += result.pairs;
  if (pairs >= PAIRS) break;
}

const sum = (verdict) => {
  const total = {};
  for (const row of kinds.values())
    if (!verdict || row.verdict === verdict)
      for (const [name, value] of Object.entries(row))
        if (typeof value === "number") total[name] = (total[name] ?? 0) + value;
  return total;
};

const share = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(2)} %` : "–");
const line = (name, row) =>
  `| ${[name, row.cases, row.pairs, row.applied, share(row.found, row.applied), row.wrong, share(row.wrongDefaults, row.found), row.asked, row.unasked, row.questions - (row.asked - row.unasked)].join(" | ")} |`;

console.log(
  "| Kind | Cases | Pairs | Applied | Recall | Wrong matches | Wrong in truth | To ask | Not asked | Asked in addition |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const verdict of ["decidable", "default", "question", "undecidable"]) {
  console.log(line(`**${verdict}**`, sum(verdict)));
  for (const [name, row] of kinds) if (row.verdict === verdict) console.log(line(name, row));
}
console.log(line("**all**", sum()));
