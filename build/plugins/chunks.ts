import { realpathSync } from "node:fs";
import type { Rolldown } from "vite";

/**
 * Puts a lazy module, and all that it imports and the entry does not, into one chunk. The bundler
 * would put those that several further chunks import too into chunks of their own, each of which
 * takes a request.
 */
export function lazyChunk(entry: string, lazy: string): Rolldown.CodeSplittingOptions {
  return chunkOf("lazy", (graph) => onlyIn(toImports(graph, lazy), toImports(graph, entry)));
}

/**
 * Puts all that an entry imports into one chunk. The bundler would make several of what lazy chunks import too, each of
 * which takes a request.
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

/** Returns a module and all that it imports statically, by the real paths that the bundler names modules by. */
function toImports(graph: Rolldown.ChunkingContext, path: string): Set<string> {
  const found = new Set([realpathSync(path)]);
  // A set's loop visits entries that are added meanwhile.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
