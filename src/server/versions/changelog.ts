import { CHANGES, NEWEST_VERSION, VERSIONS } from "./index.ts";

/** What each version changed, newest first, in Markdown. */
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

/** The versions, oldest first, each with what it changed and the paths that this is about. */
export const listChanges = () =>
  VERSIONS.map((version) => ({
    date: version,
    changes: CHANGES.filter(({ date }) => date === version)
      .flatMap(({ changes }) => changes)
      .map(({ summary, paths }) => ({ summary, paths, where: enumeration(paths) })),
  }));

/** A change that touches many paths is about what they have in common. */
function enumeration(paths: readonly string[]): string {
  const [first, ...others] = paths;
  return paths.length > 3 ? `${first} and ${others.length} others` : paths.join(", ");
}
