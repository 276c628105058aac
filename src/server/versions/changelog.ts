import { CHANGES, NEWEST_VERSION, VERSIONS } from "./index.ts";

/** Returns the changes of each version in Markdown, newest version first. */
export const changelog = (): string =>
  [
    ...CHANGES.toReversed().map(({ date, changes }) =>
      [
        `## ${date}${date === NEWEST_VERSION ? " (newest)" : ""}`,
        ...changes.map(({ summary, paths }) => `- ${summary} (${enumeration(paths)})`),
      ].join("\n\n"),
    ),
    "## 2017-03-08\n\nThe first version.",
  ].join("\n\n");

/** Returns the versions, oldest first, with their changes and the endpoints of each change. */
export const listChanges = () =>
  VERSIONS.map((version) => ({
    date: version,
    changes: CHANGES.filter(({ date }) => date === version)
      .flatMap(({ changes }) => changes)
      .map(({ summary, paths }) => ({ summary, paths, where: enumeration(paths) })),
  }));

/** Shortens a list of more than three paths to the first path and the number of the others. */
function enumeration(paths: readonly string[]): string {
  const [first, ...others] = paths;
  return paths.length > 3 ? `${first} and ${others.length} others` : paths.join(", ");
}
