import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

/** The path of the thread that reads a bank's files. Its bundle replaces the sources. */
const THREAD = "/connectors/files/worker.ts";
const BUNDLE = isMainThread ? undefined : process.env.TEST_THREAD_BUNDLE;

/**
 * Lets Node load our sources, which takes a third less processor time than Vite's module runner.
 * Node strips types. This loader compiles Vite's own syntax: JSX, `import.meta.glob`, and text
 * imports (`?raw`).
 */
registerHooks({
  // Under Vite's development condition, a package may resolve to its sources. Node does not strip
  // types in packages.
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier, {
      ...context,
      conditions: context.conditions.filter((condition) => condition !== "development"),
    }),
  load: (url, context, nextLoad) => {
    if (/^file:[^?]*\?raw$/.test(url)) return textModule(url);
    if (!/^file:[^?]*\.tsx?(\?|$)/.test(url) || url.includes("/node_modules/"))
      return nextLoad(url, context);
    if (BUNDLE && url.endsWith(THREAD) && existsSync(BUNDLE))
      return { format: "module", shortCircuit: true, source: readFileSync(BUNDLE, "utf8") };
    const file = fileURLToPath(url);
    const source = readFileSync(file, "utf8");
    if (file.endsWith(".tsx"))
      return { format: "module", shortCircuit: true, source: compileJsx(file, source) };
    if (!source.includes("import.meta.glob")) return nextLoad(url, context);
    return {
      format: "module-typescript",
      shortCircuit: true,
      source: expandGlobs(dirname(file), source),
    };
  },
});

/** Returns a module that exports a file's text. */
const textModule = (url: string) => {
  const text = readFileSync(fileURLToPath(url), "utf8");
  return { format: "module", shortCircuit: true, source: `export default ${JSON.stringify(text)}` };
};

type Compiler = {
  transformSync(file: string, source: string): { code: string; errors: { message: string }[] };
};

/**
 * Vite's compiler. The thread that reads a bank's file needs no compiler, which would double its
 * start time.
 */
const compiler: Compiler | undefined = isMainThread
  ? createRequire(import.meta.resolve("vite"))("rolldown/utils")
  : undefined;

function compileJsx(file: string, source: string): string {
  if (!compiler) throw new Error(`${file} has JSX, which a thread does not compile`);
  const { code, errors } = compiler.transformSync(file, source);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return code;
}

/** Matches a call with its pattern, its `eager` option, and the name of the imported export. */
const GLOB =
  /import\.meta\.glob(?:<[^()]*>)?\(\s*"(?<pattern>\.\/[^"]+)",\s*\{(?<eager>\s*eager: true,?)?(?:\s*import: "(?<name>\w+)",?)?\s*\},?\s*\)/g;

/** Expands a glob like Vite: to modules or lazy imports, by path. Line numbers stay the same. */
function expandGlobs(folder: string, source: string): string {
  const imports: string[] = [];
  const expansion = source.replace(GLOB, (...match) => {
    const { pattern, eager, name } = match.at(-1);
    const entries = globSync(pattern, { cwd: folder })
      .sort()
      .map((path) => {
        const target = JSON.stringify(`./${path.replaceAll("\\", "/")}`);
        if (!eager)
          return `${target}: () => import(${target})${name ? `.then((m) => m.${name})` : ""}`;
        const variable = `glob${imports.length}`;
        imports.push(`import * as ${variable} from ${target};`);
        return `${target}: ${variable}${name ? `.${name}` : ""}`;
      });
    return `({ ${entries.join(", ")} })`;
  });
  if (expansion.includes("import.meta.glob"))
    throw new Error(`${folder} has a glob of another shape`);
  return imports.join(" ") + expansion;
}
