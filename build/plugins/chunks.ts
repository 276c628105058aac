import { realpathSync } from "node:fs";
import type { Rolldown } from "vite";

/**
 * Puts a lazy module and its imports into one chunk, except for the entry's imports. By default,
 * the bundler splits off imports that other chunks share, and each chunk costs a request.
 */
export function lazyChunk(entry: string, lazy: string): Rolldown.CodeSplittingOptions {
  return chunkOf("lazy", (graph) => onlyIn(toImports(graph, lazy), toImports(graph, entry)));
}

/**
 * Puts all imports of an entry into one chunk. By default, the bundler splits off imports that lazy
 * chunks share, and each chunk costs a request.
 */
export function entryChunk(entry: string, name: string): Rolldown.CodeSplittingOptions {
  return chunkOf(name, (graph) => onlyIn(toImports(graph, entry), new Set([realpathSync(entry)])));
}

function chunkOf(
  name: string,
  membersIn: (graph: Rolldown.ChunkingContext) => ReadonlySet<string>,
): Rolldown.CodeSplittingOptions {
  let members: ReadonlySet<string> | undefined;
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id, graph) => {
          members ??= membersIn(graph);
          return members.has(id) ? name : null;
        },
      },
    ],
  };
}

const onlyIn = (some: Set<string>, others: Set<string>): Set<string> =>
  new Set([...some].filter((id) => !others.has(id)));

/** Returns a module and its static imports, by the real paths that the bundler uses as names. */
function toImports(graph: Rolldown.ChunkingContext, path: string): Set<string> {
  const found = new Set([realpathSync(path)]);
  // The loop also visits entries that are added during the loop.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
