import { globSync } from "node:fs";

/** The code that the simulation judges: the domain, and the store on SQLite. */
const FOLDERS = ["src/server/domain", "src/server/store"];

/** Code with other judges: labelled words, histories of income, and a real PostgreSQL. */
const JUDGED_ELSEWHERE = [
  "src/server/domain/enrichment/",
  "src/server/domain/consumer-reports/income/",
  "src/server/domain/identity-match/",
  "src/server/store/dialects/postgres/",
  "src/server/store/dialects/transfer/",
  "src/server/store/migrations/",
];

/** The files that the simulation judges, sorted, relative to a root. */
export const judgedFiles = (root: string): string[] =>
  globSync(
    FOLDERS.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .filter((file) => !JUDGED_ELSEWHERE.some((folder) => file.startsWith(folder)))
    .sort();
