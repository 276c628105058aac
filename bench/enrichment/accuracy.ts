import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { enrich } from "../../src/server/domain/enrichment/enrich.ts";
import { type Knowledge, loadKnowledge } from "../../src/server/domain/enrichment/knowledge.ts";
import { FINANCE_CATEGORIES } from "../../src/server/domain/enrichment/taxonomy.ts";
import { groupBy } from "../../src/server/domain/group-by.ts";

/** A descriptor, its category by the rules, and its labelled categories. */
type Row = {
  descriptor: string;
  direction: string;
  country: string;
  labels: string[];
  category: string;
  /** The category, or null if only the direction of the money is known. */
  answer: string | null;
  confidence: string;
  isSeen: boolean;
};

type Column = { name: string; rows: Row[] };

/** The number of right answers by detailed and by primary category. */
type Accuracy = { name: string; rows: number; answered: number; right: number; near: number };

const LEVELS = ["VERY_HIGH", "HIGH", "MEDIUM", "LOW"];

/** The minimum number of rows for a country's own line. */
const MIN_ROWS = 15;

const STATEMENTS = {
  "200 others": "",
  "second 200": "second-",
  "third 200": "third-",
  "fourth 127": "fourth-",
  "fifth 200": "fifth-",
};

const PRIMARY = new Map<string, string>(
  FINANCE_CATEGORIES.map(({ primary, detailed }) => [detailed, primary]),
);

/** Measures the rules on all rows labelled by people. */
export const measureAccuracy = async () => {
  const knowledge = await loadKnowledge();
  const labels = new Map(read("labels.tsv").map(({ id = "", detailed = "" }) => [id, detailed]));
  const all = read("descriptors.tsv").map(({ id = "", ...fields }) =>
    answered(knowledge, { ...fields, detailed: labels.get(id) }, isSeen(id)),
  );
  const rows = all.filter(({ direction }) => direction !== "");
  const measured = rows.filter(({ labels: [label] }) => label !== "UNKNOWN");
  const silent = rows.filter(({ labels: [label] }) => label === "UNKNOWN");
  const heldOut = measured.filter((row) => !row.isSeen);
  const columns = [
    { name: "tuning half", rows: measured.filter((row) => row.isSeen) },
    { name: "held-out half", rows: heldOut },
    ...Object.entries(STATEMENTS).map(([name, prefix]) => ({
      name,
      rows: read(`${prefix}statements.tsv`).map((fields) => answered(knowledge, fields, true)),
    })),
  ];
  return {
    uncategorized: all.filter(({ answer }) => answer === null),
    levels: levelsOf([...columns, { name: "all", rows: columns.flatMap((column) => column.rows) }]),
    categories: [
      accuracyOf("all", measured),
      ...columns.slice(0, 2).map(({ name, rows }) => accuracyOf(name, rows)),
      ...[...groupBy(heldOut, ({ country }) => country)]
        .filter(([, some]) => some.length >= MIN_ROWS)
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(([country, some]) => accuracyOf(toName(country), some)),
    ],
    primaries: [...new Set(PRIMARY.values())].flatMap((primary) => primaryOf(primary, heldOut)),
    silent: { rows: silent.length, answered: silent.filter(({ answer }) => answer).length },
  };
};

type Measured = Awaited<ReturnType<typeof measureAccuracy>>;

/** Returns a page with the two measured tables of accuracy, and the sentence after them. */
export const withAccuracy = (page: string, measured: Measured): string =>
  page
    .replace(/\| `confidence_level` \|[\s\S]*?\n\n/, `${levelsTable(measured)}\n\n`)
    .replace(/\| \| Rows \|[\s\S]*?\n\n/, `${categoriesTable(measured)}\n\n`)
    .replace(
      /\d+ answers went to the \d+ rows/,
      `${measured.silent.answered} answers went to the ${measured.silent.rows} rows`,
    );

/** The share of right answers among all rows of a level. */
export const shareRight = ({ levels }: Measured, level: string): number => {
  const { right, rows } = levels.get(level)?.get("all") ?? { right: 0, rows: 0 };
  return right / rows;
};

const read = (file: string): Record<string, string>[] => {
  const text = readFileSync(join(import.meta.dirname, file), "utf8").trimEnd();
  const [header = [], ...rows] = text.split("\n").map((line) => line.split("\t"));
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
};

function answered(
  knowledge: Knowledge,
  fields: Record<string, string | undefined>,
  seen: boolean,
): Row {
  const { descriptor = "", direction = "", country = "", detailed = "UNKNOWN" } = fields;
  const { category, confidence } = enrich(knowledge, {
    description: descriptor,
    amount: direction === "in" ? -1 : 1,
    country: country || null,
  });
  const answer = confidence === "UNKNOWN" ? null : category;
  const labels = detailed.split("|");
  return { descriptor, direction, country, labels, category, answer, confidence, isSeen: seen };
}

/** Whether a row is in the half that the rules' authors may read, by a digest of its id. */
const isSeen = (id: string): boolean =>
  (createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 0;

function levelsOf(columns: Column[]) {
  return new Map(
    LEVELS.map((level) => [
      level,
      new Map(
        columns.map(({ name, rows }) => {
          const some = rows.filter(({ confidence }) => confidence === level);
          const right = some.filter(({ labels, category }) => labels.includes(category)).length;
          return [name, { rows: some.length, right }];
        }),
      ),
    ]),
  );
}

function accuracyOf(name: string, rows: Row[]): Accuracy {
  const some = rows.filter(({ answer }) => answer !== null);
  const right = some.filter(({ answer, labels: [label] }) => answer === label).length;
  const near = some.filter(({ category, labels: [label = ""] }) => isNear(category, label)).length;
  return { name, rows: rows.length, answered: some.length, right, near };
}

const isNear = (category: string, label: string): boolean =>
  PRIMARY.get(category) === PRIMARY.get(label);

/** A primary category's precision is over answers of the category, its recall over its labels. */
function primaryOf(primary: string, heldOut: Row[]): Accuracy[] {
  const answers = heldOut.filter(({ answer }) => PRIMARY.get(answer ?? "") === primary);
  const rows = heldOut.filter(({ labels: [label = ""] }) => PRIMARY.get(label) === primary);
  const counted = accuracyOf(`\`${primary}\``, answers);
  return rows.length > 0 ? [{ ...counted, rows: rows.length }] : [];
}

const toName = (country: string): string =>
  new Intl.DisplayNames("en", { type: "region" }).of(country) ?? country;

function levelsTable({ levels }: Measured): string {
  const names = [...(levels.get("LOW")?.keys() ?? [])];
  const lines = [...levels].map(([level, counts]) => {
    const cells = [...counts.values()].map(
      ({ rows, right }) => `${right} of ${rows}, ${share(right, rows)}`,
    );
    return line([`\`${level}\``, ...cells]);
  });
  return [line(["`confidence_level`", ...names]), dashes(names.length + 1), ...lines].join("\n");
}

function categoriesTable({ categories, primaries }: Measured): string {
  const header = ["", "Rows", "Detailed: precision", "recall", "Primary: precision", "recall"];
  const lines = [...categories, ...primaries].map(({ name, rows, answered: count, right, near }) =>
    line([
      name === "held-out half" ? `**${name}**` : name,
      rows.toLocaleString("en"),
      ...[right, near].flatMap((some) => [share(some, count), share(some, rows)]),
    ]),
  );
  return [line(header), dashes(header.length), ...lines].join("\n");
}

const line = (cells: string[]): string => `| ${cells.join(" | ")} |`.replace("|  |", "| |");

const dashes = (count: number): string => `|${"---|".repeat(count)}`;

const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
