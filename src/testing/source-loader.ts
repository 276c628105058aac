import { globSync, readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Lets Node load our sources by itself, which takes a third less of the processor's time than Vite's module
 * runner. Types are stripped by Node; what else only Vite understands is compiled here: JSX, `import.meta.glob`, and
 * style sheets as text (`?raw`).
 */
registerHooks({
  // In development, by Vite's condition, a package may lead to its own sources, whose types Node does not strip.
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier, {
      ...context,
      conditions: context.conditions.filter((one) => one !== "development"),
    }),
  load: (url, context, nextLoad) => {
    if (/^file:[^?]*\.css\?raw$/.test(url)) return textModule(url);
    if (!/^file:[^?]*\.tsx?(\?|$)/.test(url) || url.includes("/node_modules/"))
      return nextLoad(url, context);
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

/** A file as a module of its text. */
const textModule = (url: string) => {
  const text = readFileSync(fileURLToPath(url), "utf8");
  return { format: "module", shortCircuit: true, source: `export default ${JSON.stringify(text)}` };
};

/** Vite's own compiler. */
const compiler: {
  transformSync(file: string, source: string): { code: string; errors: { message: string }[] };
} = createRequire(import.meta.resolve("vite"))("rolldown/utils");

function compileJsx(file: string, source: string): string {
  const { code, errors } = compiler.transformSync(file, source);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return code;
}

/** A call, with the pattern, whether the modules are loaded at once, and the name of what is taken from each. */
const GLOB =
  /import\.meta\.glob(?:<[^()]*>)?\(\s*"(?<pattern>\.\/[^"]+)",\s*\{(?<eager>\s*eager: true,?)?(?:\s*import: "(?<name>\w+)",?)?\s*\},?\s*\)/g;

/** What Vite makes of a glob: the modules, or what imports them, by their paths. Lines stay where they are. */
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
