import { CHANGED, NEWEST_VERSION } from "./index.ts";

/** What each version changed, newest first, in Markdown. */
export const changelog = (): string =>
  [
    ...CHANGED.toReversed().map(({ date, changes }) =>
      [
        `## ${date}${date === NEWEST_VERSION ? " (newest)" : ""}`,
        ...changes.map(({ summary, paths }) => `- ${summary} (${listed(paths)})`),
      ].join("\n\n"),
    ),
    "## 2017-03-08\n\nThe first version.",
  ].join("\n\n");

/** A change that touches many paths is about what they have in common. */
function listed(paths: readonly string[]): string {
  const [first, ...others] = paths;
  return paths.length > 3 ? `${first} and ${others.length} others` : paths.join(", ");
}
