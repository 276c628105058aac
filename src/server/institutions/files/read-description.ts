import { problemsIn } from "../../../protocol/errors/problems.ts";
import { BankDescription } from "../../domain/institutions/bank-description.ts";

/** A problem of a description, and its line in the file. */
type LineProblem = { line: number; problem: string };

/** The longest description that is read. */
export const MAX_DESCRIPTION_BYTES = 64 * 1024;

/** Reads the description of a bank from JSON, or returns its problems by line. */
export const readDescription = (
  source: string,
): { description: BankDescription } | { problems: LineProblem[] } => {
  const text = source.replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (failure) {
    return { problems: [{ line: lineOfSyntaxError(text, failure), problem: "is not valid JSON" }] };
  }
  const lines = indexLines(text);
  const result = BankDescription.safeParse(value);
  if (result.success) return { description: result.data };
  const problems = result.error.issues.flatMap((issue): LineProblem[] => {
    const { missing, unknown, invalid } = problemsIn([issue], value);
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
    return [
      ...unknown.map((name, at) => ({
        line: lineAt(lines, [...issue.path, keys[at] ?? ""]),
        problem: `${name} is not a known field`,
      })),
      ...missing.map((name) => ({
        line: lineAt(lines, issue.path),
        problem: `${name} is missing${issue.code === "invalid_union" ? `: it ${issue.message}` : ""}`,
      })),
      ...invalid.map((problem) => ({
        line: lineAt(lines, issue.path),
        problem:
          issue.code === "invalid_union" ? `${issue.path.join(".")} ${issue.message}` : problem,
      })),
    ];
  });
  return { problems: problems.toSorted((a, b) => a.line - b.line) };
};

const toKey = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

/** The line of a value, or of the nearest enclosing value. */
function lineAt(lines: ReadonlyMap<string, number>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const line = lines.get(toKey(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s"{}[\],:]+|\n/g;

type Level = { path: string[]; index: number; isList: boolean; key: string | null };

/** The lines of all values in valid JSON by path. A field has its name's line. */
function indexLines(text: string): Map<string, number> {
  const lines = new Map([[toKey([]), 1]]);
  const levels: Level[] = [];
  let line = 1;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === "\n") {
      line++;
      continue;
    }
    if (token === "}" || token === "]") {
      levels.pop();
      continue;
    }
    if (token === ",") {
      if (level) level.index++;
      if (level) level.key = null;
      continue;
    }
    if (level && !level.isList && level.key === null) {
      const key: string = JSON.parse(token);
      level.key = key;
      lines.set(toKey([...level.path, key]), line);
      continue;
    }
    const path = level
      ? [...level.path, level.isList ? String(level.index) : (level.key ?? "")]
      : [];
    if (level?.isList) lines.set(toKey(path), line);
    if (token === "{" || token === "[")
      levels.push({ path, index: 0, isList: token === "[", key: null });
  }
  return lines;
}

/** The line in the parser's message; the last line if the text ends too early. */
function lineOfSyntaxError(text: string, failure: unknown): number {
  const message = failure instanceof Error ? failure.message : "";
  const position = /position (\d+)/.exec(message)?.[1];
  const before = position === undefined ? text : text.slice(0, Number(position));
  return before.split("\n").length;
}
