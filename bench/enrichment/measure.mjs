// Measures the categories that the rules give to the descriptors: precision and recall in total and of each half, per
// country and per primary category of the half that no author of rules has seen, and how many answers there are to rows that tell nothing. Prints totals only, so that the rules'
// authors may read it; with `report`, also the descriptors that were left uncategorized, for an operator to add to the
// data files of src/server/domain/enrichment/lists.
//
//   npx vite build --mode bench && node bench/enrichment/measure.mjs [report]

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { enrich, FINANCE_CATEGORIES, loadKnowledge } from "../../dist/bench/parts.js";

const PRIMARY = new Map(FINANCE_CATEGORIES.map(({ primary, detailed }) => [detailed, primary]));

const read = (file) => {
  const lines = readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n");
  const [header, ...rows] = lines.map((line) => line.split("\t"));
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
};

const knowledge = await loadKnowledge();
const labels = new Map(read("labels.tsv").map(({ id, detailed }) => [id, detailed]));
const rows = read("descriptors.tsv").map(({ id, descriptor, direction, country }) => {
  const { category, confidence } = answerTo({ descriptor, direction, country });
  const answer = confidence === "UNKNOWN" ? null : category;
  const known = { descriptor, direction, country: country || "unknown", label: labels.get(id) };
  return { ...known, answer, category, confidence, isSeen: isSeen(id) };
});

const labelled = rows.filter(({ label }) => label !== undefined && label !== "UNKNOWN");
const measured = labelled.filter(({ direction }) => direction !== "");
const heldOut = measured.filter((row) => !row.isSeen);
const silent = rows.filter(({ label, direction }) => label === "UNKNOWN" && direction !== "");

if (process.argv[2] === "report") {
  const left = rows.filter(({ answer }) => answer === null);
  console.log(left.map(({ country, descriptor }) => `${country}\t${descriptor}`).join("\n"));
} else {
  console.log("| | rows | detailed: precision | recall | primary: precision | recall |");
  console.log("|---|---|---|---|---|---|");
  print("all", measured);
  print("held-out half", heldOut);
  print(
    "tuning half",
    measured.filter((row) => row.isSeen),
  );
  for (const [country, some] of groups(heldOut, (row) => row.country)) print(country, some);
  for (const { primary } of new Map(
    FINANCE_CATEGORIES.map((category) => [category.primary, category]),
  ).values())
    printPrimary(primary);
  print(
    "without a direction",
    labelled.filter(({ direction }) => direction === ""),
  );
  const answered = silent.filter(({ answer }) => answer !== null);
  console.log(`\n${answered.length} answers to the ${silent.length} rows labelled UNKNOWN.`);
  printLevels();
}

/** Prints how often each confidence level is right: of both halves, and of the rows of both files of statements. */
function printLevels() {
  const columns = [
    measured.filter((row) => row.isSeen),
    heldOut,
    ...["statements.tsv", "second-statements.tsv"].map((file) =>
      read(file).map(({ descriptor, direction, country, detailed }) => ({
        ...answerTo({ descriptor, direction, country }),
        labels: detailed.split("|"),
      })),
    ),
  ];
  console.log("\n| Level | tuning half | held-out half | statements | second statements | all |");
  console.log("|---|---|---|---|---|---|");
  for (const level of ["VERY_HIGH", "HIGH", "MEDIUM", "LOW"]) {
    const cells = [...columns, columns.flat()].map((column) => {
      const some = column.filter(({ confidence }) => confidence === level);
      const right = some.filter(({ label, labels = [label], category }) =>
        labels.includes(category),
      ).length;
      return `${right} of ${some.length}, ${share(right, some.length)}`;
    });
    console.log(`| \`${level}\` | ${cells.join(" | ")} |`);
  }
}

/** The rules' answer to a row. */
function answerTo({ descriptor, direction, country }) {
  return enrich(knowledge, {
    description: descriptor,
    amount: direction === "in" ? -1 : 1,
    country: country || null,
  });
}

/** Whether a row is in the half that the authors of rules may look at; a digest of the id decides. */
function isSeen(id) {
  return createHash("sha256").update(id).digest()[0] % 2 === 0;
}

function print(name, some) {
  const answered = some.filter(({ answer }) => answer !== null);
  const right = answered.filter(({ answer, label }) => answer === label).length;
  const near = answered.filter(({ answer, label }) => PRIMARY.get(answer) === PRIMARY.get(label));
  const parts = [right, near.length].flatMap((count) => [
    share(count, answered.length),
    share(count, some.length),
  ]);
  console.log(`| ${[name, some.length, ...parts].join(" | ")} |`);
}

/** The precision of a primary category is over the answers that have it, its recall over the labels. */
function printPrimary(primary) {
  const answers = heldOut.filter(({ answer }) => PRIMARY.get(answer) === primary);
  const expected = heldOut.filter(({ label }) => PRIMARY.get(label) === primary);
  const right = answers.filter(({ answer, label }) => answer === label).length;
  const near = answers.filter(({ label }) => PRIMARY.get(label) === primary).length;
  const parts = [right, near].flatMap((count) => [
    share(count, answers.length),
    share(count, expected.length),
  ]);
  console.log(`| ${[primary, expected.length, ...parts].join(" | ")} |`);
}

function groups(some, keyOf) {
  const found = Map.groupBy(some, keyOf);
  return [...found].toSorted(([, a], [, b]) => b.length - a.length);
}

function share(part, whole) {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}
